import type { Problem as ProblemBody, ReplyOf, RouteName } from '../../../src/desk/contract';
import type { routes } from '../../../src/desk/contract/routes';
import { connection } from './connection';
import { presenceHeaders } from './presence';
import { Problem, unread, unreachable, unsent } from './problem';

type Routes = typeof routes;
type Method = 'GET' | 'POST';
type NameOf<M extends Method, P> = {
  [N in RouteName]: Routes[N] extends { method: M; path: P } ? N : never;
}[RouteName];
type PathOf<M extends Method> = {
  [N in RouteName]: Routes[N] extends { method: M } ? Routes[N]['path'] : never;
}[RouteName];

/** The paths of the contract's `GET` routes; below, those of its `POST` routes. */
export type GetPath = PathOf<'GET'>;
export type PostPath = PathOf<'POST'>;
type Reply<M extends Method, P> = ReplyOf<NameOf<M, P>>;

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Address {
  readonly params?: Values;
  readonly query?: Values;
}

/** The address of a route, with its parameters and its query. */
export function addressOf(path: GetPath | PostPath, { params = {}, query = {} }: Address = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Reads from the desk. */
export const get = <P extends GetPath>(
  path: P,
  { signal, ...address }: Address & { readonly signal?: AbortSignal } = {},
): Promise<Reply<'GET', P>> =>
  exchange(addressOf(path, address), signal ? { signal } : {}) as Promise<Reply<'GET', P>>;

interface Write {
  readonly body?: object;
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** Writes to the desk. With the key, a repeat of the same request takes effect at most once. */
export const post = <P extends PostPath>(
  path: P,
  { body = {}, key, signal, ...address }: Address & Write = {},
): Promise<Reply<'POST', P>> =>
  exchange(addressOf(path, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }) as Promise<Reply<'POST', P>>;

async function exchange(address: string, init: RequestInit): Promise<unknown> {
  const isWrite = init.method === 'POST';
  if (isWrite && (!navigator.onLine || connection.isSilent)) throw unsent();
  if (!navigator.onLine) throw unread();
  const response = await asked(address, init);
  return readReply(response.status, await response.text());
}

/** Asks for a file that the browser then shows itself. @throws Problem if the desk does not give it */
export async function requireThere(address: string, signal: AbortSignal): Promise<true> {
  const response = await asked(address, { signal });
  if (!response.ok) readReply(response.status, await response.text());
  await response.body?.cancel();
  return true;
}

async function asked(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, application/problem+json',
      ...presenceHeaders(),
      ...(init.headers as Record<string, string>),
    },
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    connection.missed();
    throw unreachable();
  });
  connection.heard();
  return response;
}

/** Parses a reply. @throws Problem if the reply is one, or cannot be read */
export function readReply(status: number, text: string): unknown {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    if (status === 204 || text === '') return undefined;
    if (body !== undefined) return body;
    const detail = 'The desk answered with something that this page cannot read. Load the page again.';
    throw new Problem({ detail, status: 502 });
  }
  throw new Problem(isProblemBody(body) ? body : { detail: 'This could not be loaded', status });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'detail' in body && 'status' in body;
