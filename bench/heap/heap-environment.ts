import { setTimeout as sleep } from 'node:timers/promises';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/documents/store';
import { readConfig } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { createSandbox } from '../../sandbox/app';
import { createBankClient, OBSERVED_POLICY } from '../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import { readLoanFile } from '../../src/cli/files/input-file';
import { readCase } from '../../src/cases/snapshot';
import { startCase } from '../../src/cases/start';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer } from '../../stack/dev-server';
import { createLog, installTemporalLogging } from '../../src/temporal/logging';
import { connectWorkers, runWorkers } from '../../src/temporal/workers';
import { createWorkers } from '../../test/support/temporal/all-workers';
import { kinds } from '../../src/domain/kinds';

const SAMPLE = 'examples/loan-application.json';
const NO_WAITS = { registration: 0, kyc: 0, bankStatement: 0, decision: 0 };

/** A server, a sandbox with a limit out of reach and no waits, and workers in this process. */
export async function openEnvironment() {
  installTemporalLogging(createLog('error'));
  const cliPath = readConfig(['temporalCli']).temporalCli.path;
  const temporal = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
  const sandbox = await createSandbox({ limit: 1_000_000, durations: NO_WAITS });
  const baseUrl = await sandbox.listen({ port: 0 });
  const { serviceKey: key, apiKey } = sandbox.settings;
  const limiter = new RateLimiter({ policy: OBSERVED_POLICY });
  const bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 10_000, limiter });
  const documents = folderStore('examples/documents');
  const target = temporalTarget({ address: temporal.address, namespace: 'default', encryption: 'off' });
  const [connection, client] = await Promise.all([connectWorkers(target), connectClient(target)]);
  const workers = await createWorkers({
    connection,
    namespace: target.namespace,
    dataConverter: target.dataConverters.forWorkers,
    workflowBundle: await bundleWorkflows(target.dataConverters.forWorkers),
    activities: createActivities({
      bank,
      documents,
      client,
      clock: { rate: 1_000 },
      authority: { mode: 'open' },
    }),
    limiter,
    maxCachedWorkflows: 2_000,
  });
  let end: () => void = () => undefined;
  const running = runWorkers(workers, new Promise<undefined>((resolve) => (end = () => resolve(undefined))));
  const sample = await readLoanFile(SAMPLE, documents);
  let started = 0;

  const startOne = async (): Promise<void> => {
    const number = ++started;
    const reference = `BENCH-${number}`;
    const bvn = String(22_200_000_000 + number);
    const customer = { ...sample.customer, reference: `CU-${reference}`, bvn };
    const { workflowId } = await startCase(client, kinds.loan, { ...sample, reference, customer });
    for (let stage = ''; stage !== 'OFFER';) {
      await sleep(500);
      stage = (await readCase(client, workflowId).catch(() => undefined))?.stage ?? '';
    }
  };

  return {
    /** Starts so many loans and waits until each of them waits for an answer to its offer. */
    async startLoans(count: number): Promise<void> {
      const waves = Array.from({ length: Math.ceil(count / 25) }, (_, wave) =>
        Math.min(25, count - wave * 25),
      );
      for (const size of waves) await Promise.all(Array.from({ length: size }, startOne));
    },
    async close(): Promise<void> {
      end();
      await running;
      await Promise.all([connection.close(), client.connection.close(), bank.close(), sandbox.close()]);
      await temporal.stop();
    },
  };
}
