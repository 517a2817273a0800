/** Entry `./client` of the package: the desk's interface for other programs, with its types. See docs/CLIENT.md. */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './interface';

export { verifyEvent } from './verify-event';
export type { components, operations, paths, webhooks } from './interface';

export interface ClientOptions {
  /** The address of the desk. */
  readonly url: string;
  /** A bearer token of the login provider, or a function that returns one, called before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Makes a client of the desk. It repeats a request without an answer once, with the same idempotency key. */
export function createClient({ url, token, fetch: send = fetch }: ClientOptions): Client<paths> {
  const client = createFetchClient<paths>({
    baseUrl: url,
    fetch: (request) => send(request.clone()).catch(() => send(request)),
    bodySerializer: inJsonOrForm,
  });
  client.use({
    async onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
    },
  });
  return client;
}

/** A body as JSON, or as the interface's one form if it holds a file. */
function inJsonOrForm(body: unknown): string | FormData {
  const { file } = Object(body) as { file?: unknown };
  if (!(file instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  form.append('file', file);
  return form;
}
