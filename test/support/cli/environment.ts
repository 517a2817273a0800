import { Client } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { createActivities } from '../../../src/activities';
import type { AuthoritySettings } from '../../../src/activities/authority/acceptor';
import { folderStore } from '../../../src/activities/documents/store';
import { readConfig } from '../../../src/config/read-config';
import type { PayoutPolicy } from '../../../src/domain/payout/policy';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { searchAttributes } from '../../../src/domain/wire/search-attributes';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import { createBankClient, OBSERVED_POLICY } from '../../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import type { Records } from '../../../src/records/records';
import { connectClient, temporalTarget, type TemporalClient } from '../../../src/temporal/connection';
import { startDevServer } from '../../../stack/dev-server';
import { connectWorkers, runWorkers } from '../../../src/temporal/workers';
import { createWorkers } from '../temporal/all-workers';
import { testKeys } from '../encryption';
import { bundleWith } from '../workflow-bundle';

/** A real Temporal server, the sandbox on a fast clock, and workers that can go and come back. */
export interface TestEnvironment {
  readonly address: string;
  readonly client: TemporalClient;
  readonly sandbox: Sandbox;
  /** The address of the sandbox. */
  readonly baseUrl: string;
  startWorkers(policy?: PayoutPolicy): Promise<void>;
  stopWorkers(): Promise<void>;
  stop(): Promise<void>;
}

/** A day passes in about a third of a second. */
const USUAL_RATE = 259_200;
const DAY_SECONDS = 86_400;

/** How fast the bank's clock runs, who must sign, and how the server keeps what it is given. */
interface TestSettings {
  readonly rate?: number;
  readonly authority?: AuthoritySettings;
  readonly encryption?: 'on' | 'off';
  readonly dbFile?: string;
  /** Bounds of the workflows that are other than usual, by the names of their constants. */
  readonly bounds?: Readonly<Record<string, number>>;
  readonly records?: Records;
  /** The folder of the document store. */
  readonly documents?: string;
  /** Whether the workers' own clock is that of production, however fast the bank's runs; left out, it is the bank's. */
  readonly inRealTime?: boolean;
}

/** Starts everything but the workers. Payloads are encrypted, as in production. */
export async function startTestEnvironment(
  payoutPolicy?: PayoutPolicy,
  {
    rate = USUAL_RATE,
    authority,
    encryption = 'on',
    dbFile,
    bounds = {},
    records,
    documents,
    inRealTime = false,
  }: TestSettings = {},
): Promise<TestEnvironment> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    // What the core of the SDK says goes the way of the logger, to stderr: stdout is for results.
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
    },
  });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const server = await startDevServer({
    ...{ cliPath, port: 0, uiPort: 0, searchAttributes },
    ...(dbFile !== undefined && { dbFile }),
  });
  const keys = testKeys(encryption);
  const target = temporalTarget({
    address: server.address,
    namespace: 'default',
    encryption: keys.encryption,
  });
  const client = await connectClient(target);
  const sandbox = await createSandbox({
    rate,
    limit: 1_000_000,
    durations: { offerValidity: 365 * DAY_SECONDS },
  });
  const baseUrl = await sandbox.listen({ port: 0 });
  const start = workersOf({
    ...{ target, client, sandbox, baseUrl, payoutPolicy, authority, bounds, records, inRealTime },
    documents: documents ?? 'examples/documents',
  });
  let stopWorkers = async () => undefined as unknown;
  return {
    address: server.address,
    client,
    sandbox,
    baseUrl,
    async startWorkers(policy) {
      stopWorkers = await start(policy);
    },
    async stopWorkers() {
      await stopWorkers();
      stopWorkers = async () => undefined;
    },
    async stop() {
      await stopWorkers();
      await sandbox.close();
      await client.connection.close();
      await server.stop();
      keys.remove();
    },
  };
}

interface WorkerParts {
  readonly target: ReturnType<typeof temporalTarget>;
  readonly client: TemporalClient;
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly payoutPolicy: PayoutPolicy | undefined;
  readonly authority: AuthoritySettings | undefined;
  readonly bounds: Readonly<Record<string, number>>;
  readonly records: Records | undefined;
  readonly documents: string;
  readonly inRealTime: boolean;
}

function workersOf({ target, client, sandbox, baseUrl, records, documents, ...settings }: WorkerParts) {
  const { authority = { mode: 'open' }, bounds, inRealTime } = settings;
  const { serviceKey: key, apiKey } = sandbox.settings;
  const { rate, realAt, businessAt } = sandbox.clock.read();
  return async (payoutPolicy = settings.payoutPolicy) => {
    const limiter = new RateLimiter({ policy: OBSERVED_POLICY });
    const bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 5_000, limiter });
    const connection = await connectWorkers(target);
    const { namespace } = target;
    const dataConverter = target.dataConverters.forClientsOfWorkers;
    const workers = await createWorkers({
      connection,
      namespace: target.namespace,
      dataConverter: target.dataConverters.forWorkers,
      workflowBundle: bundleWith(bounds, target.dataConverters.forWorkers),
      activities: createActivities({
        bank,
        limiter,
        client: new Client({ connection: client.connection, namespace, dataConverter }),
        documents: folderStore(documents),
        ...(records && { records }),
        clock: inRealTime ? REAL_TIME : { rate, anchor: { realAt, businessAt } },
        ...(payoutPolicy && { payoutPolicy }),
        authority,
      }),
      limiter,
      maxCachedWorkflows: 100,
    });
    let end = () => {};
    const running = runWorkers(workers, new Promise<void>((resolve) => (end = resolve)));
    return async () => {
      end();
      await running;
      await Promise.all([connection.close(), bank.close()]);
    };
  };
}
