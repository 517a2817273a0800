import { queryOptions, useQuery } from '@tanstack/react-query';
import { get, post } from './client';
import { isProblem } from './problem';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get('/api/session', { signal }),
  staleTime: 60_000,
  refetchInterval: 60_000,
});

/** The session; the shell shows no page before it is known. */
export const useSession = () => useQuery(sessionQuery);

/** Whether the session is known to have ended. */
export function useIsLoggedOut(): boolean {
  const { error } = useSession();
  return isProblem(error) && error.is('log-in');
}

/** The address of this page, for the login to come back to. */
const here = () => `${window.location.pathname}${window.location.search}`;

/** The address of the login that comes back to a page of the desk. */
function loginAddress(login: string, to: string): string {
  const joint = login.includes('?') ? '&' : '?';
  return `${login}${joint}${new URLSearchParams({ to }).toString()}`;
}

/** Goes to the login, which comes back to this page or to another one. */
export const goToLogin = (login = '/api/login', to = here()): void =>
  window.location.assign(loginAddress(login, to));

/** Tells the other pages of this browser about a login. */
const logins = new BroadcastChannel('logins');

/** Calls back when a person logs in on another page of this browser. @returns a function that stops it */
export function onLogin(callBack: () => void): () => void {
  logins.addEventListener('message', callBack);
  return () => logins.removeEventListener('message', callBack);
}

/** The page to which a login in its own window comes back. */
export const LOGGED_IN = '/logged-in';

/** Tells the pages that wait for the login of this window, and closes it. */
export function endLoginWindow(): void {
  logins.postMessage(LOGGED_IN);
  window.close();
}

/** The address of a login in its own window. */
export const loginOfItsOwn = (login = '/api/login'): string => loginAddress(login, LOGGED_IN);

/** Ends the session, and goes to the page that ends the login at the provider. `forget` deletes what the person leaves. */
export async function logOut(forget: () => void): Promise<void> {
  const { next } = await post('/api/session/end');
  forget();
  window.location.assign(next);
}
