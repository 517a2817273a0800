import type { AddressInfo } from 'node:net';
import { ConfigError, readConfig } from './config';
import { isTemporalAnswering } from './monitoring/server';
import { connectClient, temporalTarget, UnreachableTemporalError } from './temporal/connection';
import { READABLE } from './temporal/encryption/data-converters';
import { interruption, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';
import { createIngestion } from './webhooks/ingestion';
import { createReceiver } from './webhooks/receiver';

async function main(): Promise<number> {
  const ended = interruption();
  const { webhooks, log: logging } = readConfig(['webhooks', 'log']);
  const { host, port, authentication } = webhooks;
  const log = createLog(logging.level);
  const target = temporalTarget();
  const client = await connectClient(target);
  if (!target.dataConverters.isEncrypting) log.warn(READABLE);
  if (authentication === 'unsigned')
    log.warn('Events are taken without a signature: each wakes its case, which asks the bank');
  const app = createReceiver({
    authentication,
    ingest: createIngestion(client),
    isReady: () => isTemporalAnswering(client),
    warn: (sentence) => {
      log.warn(sentence);
    },
  });
  await app.listen({ host, port }).catch(explainPort);
  const { port: taken } = app.server.address() as AddressInfo;
  log.info(`Taking money events at http://${host}:${taken}/events`);
  const code = await ended;
  await app.close();
  await client.connection.close();
  return code;
}

class PortInUseError extends Error {}

function explainPort(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new PortInUseError('The port is in use. Choose another one with WEBHOOK_PORT.');
}

runProgram(main, {
  failed: [PortInUseError],
  wrongUse: [ConfigError],
  unreachable: [UnreachableTemporalError],
});
