import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../src/config/read-config';
import { searchAttributes } from '../../../src/domain/wire/search-attributes';
import { createSandbox } from '../../../sandbox/app';
import { connectClient, temporalTarget } from '../../../src/temporal/connection';
import { startDevServer } from '../../../stack/dev-server';
import { freePort } from '../../../src/temporal/ports';
import { Program } from '../program';

/** A worker process that is watched, with everything around it. */
export async function startWatchedWorker() {
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const temporal = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
  const client = await connectClient(
    temporalTarget({ address: temporal.address, namespace: 'default', encryption: 'off' }),
  );
  const sandbox = await createSandbox({ limit: 1_000, rate: 100 });
  const address = `127.0.0.1:${await freePort()}`;
  const worker = new Program('src/worker.ts', [], {
    SERVICE_BASE_URL: await sandbox.listen({ port: 0 }),
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ...{ AUTHORITY: 'open', RECORDS: 'off', ENCRYPTION: 'off', LOG_LEVEL: 'error' },
    ...{ GAP_REPAIR_EVERY_MINUTES: '0', RECONCILE_EVERY_DAYS: '0' },
    WORKER_METRICS_ADDRESS: address,
  });
  const ask = (path: string) => fetch(`http://${address}${path}`);
  return {
    client,
    sandbox,
    ask,
    /** Until it answers like this. */
    async until(path: string, status: number): Promise<void> {
      while ((await ask(path).catch(() => undefined))?.status !== status) await sleep(100);
    },
    stopTemporal: () => temporal.stop(),
    async stop() {
      worker.interrupt();
      await client.connection.close();
      await temporal.stop();
      await sandbox.close();
      await worker.ended;
    },
  };
}
