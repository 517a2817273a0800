import { Agent, request } from 'undici';

/** What the desk has answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Longer than any answer may take. */
const WITHIN_MS = 30_000;

/** An officer at the desk, logged in by a session. */
export class Officer {
  private readonly agent = new Agent({ headersTimeout: WITHIN_MS, bodyTimeout: 0 });

  constructor(
    private readonly deskUrl: string,
    private readonly session: string,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** As a page of the desk does it. The same key twice takes effect once. */
  post(path: string, key: string, body: object): Promise<Answer> {
    return this.send('POST', path, key, body);
  }

  /** Listens for ticks as an open page does, until it leaves. */
  async listen(): Promise<void> {
    const { body } = await this.request('GET', '/api/events');
    body.on('error', () => undefined).resume();
  }

  /** Ends all that is under way. */
  leave(): Promise<void> {
    return this.agent.destroy();
  }

  private async send(method: 'GET' | 'POST', path: string, key?: string, content?: object): Promise<Answer> {
    const { statusCode, body } = await this.request(method, path, key, content);
    const text = await body.text();
    return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
  }

  private request(method: 'GET' | 'POST', path: string, key?: string, content?: object) {
    const headers = {
      cookie: `__Host-desk=${this.session}`,
      ...(key !== undefined && {
        origin: this.deskUrl,
        'sec-fetch-site': 'same-origin',
        'idempotency-key': key,
      }),
      ...(content && { 'content-type': 'application/json' }),
    };
    const options: Parameters<typeof request>[1] = { method, headers, dispatcher: this.agent };
    return request(new URL(path, this.deskUrl), {
      ...options,
      ...(content && { body: JSON.stringify(content) }),
    });
  }
}
