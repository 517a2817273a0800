import { programs, readConfig } from './config/read-config';
import { isTemporalAnswering } from './monitoring/server';
import { connectClient, temporalTarget } from './temporal/connection';
import { READABLE } from './temporal/encryption/data-converters';
import { excessOfKeys } from './temporal/encryption/settings';
import { interruption, listen, runProgram } from './temporal/run-program';
import { checkSchedules, ForeignScheduleError } from './temporal/schedules';
import { createLog } from './temporal/logging';
import { createIngestion } from './webhooks/ingestion';
import { createReceiver } from './webhooks/receiver';

async function main(): Promise<number> {
  const ended = interruption();
  const { webhooks, log: logging } = readConfig(programs.webhooks);
  const { host, port, authentication } = webhooks;
  const log = createLog(logging.level);
  const target = temporalTarget();
  const excess = excessOfKeys('sender');
  if (excess !== undefined) log.warn(excess);
  const client = await connectClient(target);
  if (!target.dataConverters.isEncrypting) log.warn(READABLE);
  await checkSchedules(client, 'sender', target).catch((error: unknown) => {
    if (!(error instanceof ForeignScheduleError)) throw error;
    log.warn(error.message);
  });
  if (authentication === 'unsigned')
    log.warn('Events are taken without a signature: each wakes its case, which asks the bank');
  const app = createReceiver({
    authentication,
    ingest: createIngestion(client),
    isReady: () => isTemporalAnswering(client),
    warn: (sentence) => log.warn(sentence),
  });
  const taken = await listen(app, { host, port }, 'WEBHOOK_PORT');
  log.info(`Taking money events at http://${host}:${taken}/events`);
  const code = await ended;
  await app.close();
  await client.connection.close();
  return code;
}

runProgram(main);
