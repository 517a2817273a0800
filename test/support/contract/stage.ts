import type { InjectOptions } from 'fastify';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import type { SandboxSettings } from '../../../sandbox/settings';
import type { SampleRequest, Example } from '../../contract/examples/example';

const keys = { 'x-service-key': 'sandbox-key', apikey: 'sandbox-api-key' };

/** A sandbox whose time stands still, and the ids it has handed out for the samples of the examples. */
export class Stage {
  private readonly actual = new Map<string, string>();

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly headers: Record<string, string>,
  ) {}

  static async open(settings: SandboxSettings = {}, headers = {}): Promise<Stage> {
    const sandbox = await createSandbox({ rate: 0, limit: 0, seed: 'examples', ...settings });
    return new Stage(sandbox, { ...keys, ...headers });
  }

  close = () => this.sandbox.close();

  /** From now on a sample stands for this id of the sandbox. */
  cast(sample: string, actual: string) {
    this.actual.set(sample, actual);
  }

  async send({ line, body, file, keys: hasKeys }: SampleRequest) {
    const [method, url] = this.translate(line).split(' ');
    const sent = file ? await multipart(body, file) : json(this.translate(JSON.stringify(body)));
    const headers = { ...(hasKeys === false ? {} : this.headers), ...sent.headers };
    const reply = await this.sandbox.app.inject({ method, url, ...sent, headers } as InjectOptions);
    return { status: reply.statusCode, body: reply.json() };
  }

  /** Steers the sandbox by one of its own routes. */
  async steer(route: string, payload: object) {
    await this.sandbox.app.inject({ method: 'POST', url: `/_sandbox/${route}`, payload: this.real(payload) });
  }

  wait = (advanceSeconds: number) => this.steer('clock', { advanceSeconds });

  private real(payload: object): object {
    return JSON.parse(this.translate(JSON.stringify(payload)));
  }

  private translate<T extends string | undefined>(text: T): T {
    if (text === undefined) return text;
    return [...this.actual].reduce<string>((all, [sample, real]) => all.replaceAll(sample, real), text) as T;
  }
}

const json = (payload?: string) =>
  payload === undefined ? { headers: {} } : { payload, headers: { 'content-type': 'application/json' } };

async function multipart(fields: SampleRequest['body'], file: NonNullable<SampleRequest['file']>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, String(value));
  form.append('file', new Blob([file.content], { type: file.type }), file.filename);
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
}

/** Whether the example shows a success. */
export const succeeds = ({ reply }: Example): boolean => reply.status < 300;

/** What a caller of the client passes for a request: everything as one flat object. */
export const inputOf = ({ params, query, body, file }: SampleRequest): Record<string, unknown> => ({
  ...params,
  ...query,
  ...body,
  ...(file && { file: { filename: file.filename, blob: new Blob([file.content], { type: file.type }) } }),
});
