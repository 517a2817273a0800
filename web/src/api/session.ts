import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, post } from './client';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get('/api/session', { signal }),
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** Who is logged in; the shell shows no page before it is known. */
export const useSession = () => useQuery(sessionQuery);

/** Where this page is, as the login takes it to come back to. */
const here = () => `${window.location.pathname}${window.location.search}`;

/** The address of the login that comes back to a page of the desk. */
function loginAddress(login: string, to: string): string {
  const joint = login.includes('?') ? '&' : '?';
  return `${login}${joint}${new URLSearchParams({ to }).toString()}`;
}

/** Leaves for the login, and comes back to this page or to another one. */
export const goToLogin = (login = '/api/login', to = here()): void =>
  window.location.assign(loginAddress(login, to));

/** Ends the session, and leaves for the page that ends the login at the provider, too. */
export async function logOut(): Promise<void> {
  const { next } = await post('/api/session/end');
  window.location.assign(next);
}
