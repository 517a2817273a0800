import { randomUUID } from 'node:crypto';
import { DEMONSTRATION_PASSWORD } from '../../../stack/login-provider/provider';

/** What a request answered with. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. Tests compare it with what they expect, and read it as a program without our types would. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would need a cast at each of those reads
  readonly body: any;
}

/** A browser without a screen: it keeps cookies for each origin, and follows redirects step by step. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(readonly deskUrl: string) {}

  /** Through the provider's form, as a person of the demonstration. */
  logIn = (user: string, to = '/'): Promise<Answer> =>
    this.logInAt(`/api/login?to=${encodeURIComponent(to)}`, user);

  /** The same by an address of the desk that leads to the provider. */
  async logInAt(path: string, user: string): Promise<Answer> {
    const form = await this.visit(`${this.deskUrl}${path}`);
    const action = /action="([^"]+)"/.exec(form.text)?.[1];
    if (action === undefined) return form;
    const fields = new URLSearchParams({ user, password: DEMONSTRATION_PASSWORD });
    return this.visit(new URL(action, form.headers.get('x-address') ?? '').href, {
      method: 'POST',
      body: fields.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send(`${this.deskUrl}${path}`, { headers });

  /** As a page of the desk does it. */
  post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    this.send(`${this.deskUrl}${path}`, {
      method: 'POST',
      body: body instanceof FormData ? body : JSON.stringify(body),
      headers: {
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...{ origin: this.deskUrl, 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
        ...headers,
      },
    });

  /** The cookie of the desk's session; empty where there is none. */
  get session(): string {
    return this.jar(this.deskUrl).get('__Host-desk') ?? '';
  }

  set session(token: string) {
    this.jar(this.deskUrl).set('__Host-desk', token);
  }

  /** One request, without following where it leads. */
  async send(address: string, init: RequestInit = {}): Promise<Answer> {
    const jar = this.jar(address);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const reply = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const one of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '' || /expires=thu, 01 jan 1970/i.test(one)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, body: json(text) };
  }

  private async visit(address: string, init: RequestInit = {}): Promise<Answer> {
    let [at, answer] = [address, await this.send(address, init)];
    // Ends with a page; a login takes five steps.
    for (let steps = 0; answer.status >= 300 && answer.status < 400 && steps < 12; steps++) {
      at = new URL(answer.headers.get('location') ?? '', at).href;
      answer = await this.send(at);
    }
    const headers = new Headers(answer.headers);
    headers.set('x-address', at);
    return { ...answer, headers };
  }

  private jar(address: string): Map<string, string> {
    const { origin } = new URL(address);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
