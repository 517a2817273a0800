import { createSandbox, type Sandbox } from '../../../sandbox/app';
import type { Committed } from '../../../sandbox/committed-log';
import type { SandboxSettings } from '../../../sandbox/settings';

export const KEYS = { 'x-service-key': 'sandbox-key', apikey: 'sandbox-api-key' };
export const MERCHANT = '9000000001';

export interface Reply {
  readonly status: number;
  /** JSON of any shape, or text. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Record<string, unknown>;
}

/** Time that only a test moves. */
export class HandClock {
  ms = Date.parse('2025-01-31T09:00:00Z');
  readonly realNow = () => this.ms;
  readonly monotonicNow = () => this.ms;
  pass(seconds: number): void {
    this.ms += seconds * 1000;
  }
}

/** A caller of a sandbox that sends requests as the interface document writes them. */
export class Counter {
  private constructor(
    readonly sandbox: Sandbox,
    readonly time: HandClock,
  ) {}

  static async open(settings: SandboxSettings = {}): Promise<Counter> {
    const time = new HandClock();
    return new Counter(await createSandbox({ seed: 'test', limit: 0, ...settings }, time), time);
  }

  get = (url: string, headers: object = KEYS) => this.send('GET', url, undefined, headers);
  post = (url: string, payload?: object | string, headers: object = KEYS) =>
    this.send('POST', url, payload, headers);
  put = (url: string, payload: object) => this.send('PUT', url, payload, KEYS);

  async send(
    method: string,
    url: string,
    payload: object | string | undefined,
    headers: object,
  ): Promise<Reply> {
    const request = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
    const reply = await this.sandbox.app.inject(request as never);
    return { status: reply.statusCode, body: readable(reply.body), headers: reply.headers };
  }

  /** Uploads a file as a multipart form; fields that are undefined are left out. */
  async upload(
    applicationId: string,
    parts: { file?: Blob; filename?: string; file_tag?: string },
  ): Promise<Reply> {
    const form = new FormData();
    if (parts.file) form.set('file', parts.file, parts.filename ?? 'document.pdf');
    if (parts.file_tag !== undefined) form.set('file_tag', parts.file_tag);
    const encoded = new Response(form);
    const payload = Buffer.from(await encoded.arrayBuffer());
    const headers = { ...KEYS, 'content-type': encoded.headers.get('content-type') };
    return this.send('POST', `/v1/loans/${applicationId}/documents`, payload, headers);
  }

  committed = (effect?: string): Committed[] => this.sandbox.state.committed.list({ effect });

  close = () => this.sandbox.close();
}

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const pdf = (text = 'a document') => new Blob([`%PDF-1.7 ${text}`], { type: 'application/pdf' });

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;
