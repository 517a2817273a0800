import type { AddressInfo } from 'node:net';
import { ConfigError, readConfig } from '../config';
import { connectClient, temporalTarget, UnreachableTemporalError } from '../temporal/connection';
import { interruption } from '../temporal/interruption';
import { createLog } from '../temporal/logging';
import { createKeeper } from './keeping';
import { createReceiver } from './receiver';

const EXIT_CODES = { failed: 1, wrongUse: 2, unreachable: 3 };

async function main(): Promise<number> {
  const asked = interruption();
  const { webhooks, log: logging } = readConfig(['webhooks', 'log']);
  const log = createLog(logging.level);
  const client = await connectClient(temporalTarget());
  const { host, port, ...signing } = webhooks;
  const app = createReceiver({
    ...signing,
    keep: createKeeper(client),
    isReady: () => isAnswering(client.connection),
    warn: (sentence) => {
      log.warn(sentence);
    },
  });
  await app.listen({ host, port });
  const { port: taken } = app.server.address() as AddressInfo;
  log.info(`Taking money events at http://${host}:${taken}/events`);
  const code = await asked;
  await app.close();
  await client.connection.close();
  return code;
}

const READY_WITHIN_MS = 2_000;

const isAnswering = (connection: Awaited<ReturnType<typeof connectClient>>['connection']): Promise<boolean> =>
  connection
    .withDeadline(Date.now() + READY_WITHIN_MS, () => connection.workflowService.getSystemInfo({}))
    .then(
      () => true,
      () => false,
    );

function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UnreachableTemporalError) {
    console.error(error.message);
    return error instanceof ConfigError ? EXIT_CODES.wrongUse : EXIT_CODES.unreachable;
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') console.error('The port is in use. Choose another one with WEBHOOK_PORT.');
  else console.error(error instanceof Error ? error.stack : error);
  return EXIT_CODES.failed;
}

void main()
  .catch(explain)
  .then((code) => process.exit(code));
