/**
 * Entry `./client` of the package: the desk's interface for other programs, with the types of its document. docs/CLIENT.md tells more.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './interface';

export { verifyEvent } from './verify-event';
export type { components, operations, paths, webhooks } from './interface';

export interface ClientOptions {
  /** The address of the desk. */
  readonly url: string;
  /** A bearer token of the login provider, or what fetches one: it is asked before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Calls the desk. A request that no answer came to is sent once more, as it was: under the same idempotency key it takes effect once. */
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

/** The one form of the interface holds a file. */
function inJsonOrForm(body: unknown): string | FormData {
  const { file } = Object(body) as { file?: unknown };
  if (!(file instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  form.append('file', file);
  return form;
}
