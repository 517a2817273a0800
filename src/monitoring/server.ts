import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@temporalio/client';

/** The state that a program exposes about itself. */
export interface Monitored {
  /** Whether it can do its work now. */
  readonly isReady: () => Promise<boolean>;
  /** Its part in work that several processes share. */
  readonly role?: () => string;
  /** Its metrics, as Prometheus expects them. */
  readonly metrics: () => Promise<string>;
}

/** The address is in use, or not one of this machine. */
export class MonitoringAddressError extends Error {
  override readonly name = 'MonitoringAddressError';
  readonly kind = 'refused';
}

const TEXT = 'text/plain; charset=utf-8';
const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers `/healthz` (the process runs), `/readyz` (503 if it cannot work) and `/metrics`, and no others. */
export async function answerTo(path: string, { isReady, role, metrics }: Monitored) {
  if (path === '/healthz') return { status: 200, type: TEXT, body: 'alive\n' };
  if (path === '/readyz') {
    const ready = await isReady().catch(() => false);
    return { status: ready ? 200 : 503, type: TEXT, body: ready ? readiness(role) : 'not ready\n' };
  }
  if (path === '/metrics') return { status: 200, type: EXPOSITION, body: await metrics() };
  return undefined;
}

type Answer = NonNullable<Awaited<ReturnType<typeof answerTo>>>;

const readiness = (role?: () => string) => (role ? `ready: ${role()}\n` : 'ready\n');

/** Serves `answerTo` at an address like `127.0.0.1:9464` until closed. @throws MonitoringAddressError */
export async function serveMonitoring(address: string, monitored: Monitored) {
  const server = createServer((request, response) => {
    void answerTo((request.url ?? '').split('?')[0] ?? '', monitored)
      .then((answer) => send(response, answer))
      .catch(() => send(response, { status: 500, type: TEXT, body: 'the metrics cannot be read\n' }));
  });
  const [host = '', port] = address.split(':');
  server.listen(Number(port), host);
  await once(server, 'listening').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new MonitoringAddressError(
      `${address} cannot be listened on (${code}): choose another address in WORKER_METRICS_ADDRESS or DESK_METRICS_ADDRESS`,
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const send = (
  response: ServerResponse,
  answer: Answer = { status: 404, type: TEXT, body: 'nothing here\n' },
) => response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);

const WITHIN_MS = 2_000;

/** Whether Temporal answers a client in time. */
export const isTemporalAnswering = ({ connection }: Client): Promise<boolean> =>
  connection
    .withDeadline(Date.now() + WITHIN_MS, () => connection.workflowService.getSystemInfo({}))
    .then(
      () => true,
      () => false,
    );

/** Counters of a program that runs no worker, in the text form of Prometheus. */
export class Counters<Outcome extends string> {
  private readonly counts: Map<Outcome, number>;

  constructor(
    private readonly name: string,
    private readonly help: string,
    outcomes: readonly Outcome[],
  ) {
    this.counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  }

  add(outcome: Outcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  toString(): string {
    const { name, help } = this;
    const lines = [...this.counts].map(([outcome, count]) => `${name}{outcome="${outcome}"} ${count}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines, ''].join('\n');
  }
}
