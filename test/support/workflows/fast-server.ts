import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkflowBundlePath } from '@temporalio/worker';
import { createActivities } from '../../../src/activities';
import type { AuthoritySettings } from '../../../src/activities/authority/acceptor';
import { folderStore } from '../../../src/activities/documents/store';
import type { PayoutPolicy } from '../../../src/domain/payout/policy';
import { createSandbox } from '../../../sandbox/app';
import type { SandboxSettings } from '../../../sandbox/settings';
import { createBankClient } from '../../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import { runWorkers } from '../../../src/temporal/workers';
import { createWorkers } from '../temporal/all-workers';
import { realTimeServer } from '../temporal/servers';
import { acknowledging } from '../records/database';
import { documentFolder, type Lifecycle } from './lifecycle';
import { PlannedRefusals } from './planned-refusals';
import { Steering } from './steering';

/** Business seconds in a real one: ten minutes. */
const RATE = 600;

/** Longest real wait between two looks at a case, in milliseconds. */
const LOOK_MS = 500;

/** A slow machine is no failure. */
const TASK_TIMEOUT = '30 seconds';

/** What differs between two environments. */
interface Terms {
  readonly settings?: SandboxSettings;
  readonly policy?: PayoutPolicy;
  readonly bundle: WorkflowBundlePath;
  /** Who must sign; left out, a message names its own actor. */
  readonly authority?: AuthoritySettings;
}

/** The development server, workers and the sandbox, all on a fast clock: no time is skipped, and runs hand over as anywhere. */
async function startFastLifecycle({
  settings,
  policy,
  bundle,
  authority = { mode: 'open' },
}: Terms): Promise<Lifecycle> {
  const env = await startServer();
  const sandbox = await createSandbox({ seed: 'lifecycle', limit: 0, rate: RATE, ...settings });
  const refusals = new PlannedRefusals(sandbox);
  const baseUrl = await refusals.listen();
  const { serviceKey: key, apiKey } = sandbox.settings;
  const limiter = new RateLimiter({ policy: { limit: Infinity, windowMs: 1_000 } });
  const bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 5_000, limiter });
  const store = await documentFolder();
  const { rate, realAt, businessAt } = sandbox.clock.read();
  const workers = await createWorkers({
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    workflowBundle: bundle,
    activities: createActivities({
      bank,
      limiter,
      client: env.client,
      documents: folderStore(store),
      accounts: [{ accountNumber: '9000000001' }],
      records: acknowledging,
      clock: { rate, anchor: { realAt, businessAt } },
      ...(policy && { payoutPolicy: policy }),
      authority,
    }),
    limiter,
    maxCachedWorkflows: 100,
    dataConverter: {},
  });
  let end = () => {};
  const running = runWorkers(workers, new Promise<void>((resolve) => (end = resolve)));
  return {
    env,
    sandbox,
    refusals,
    calls: async () => JSON.parse((await sandbox.app.inject('/_sandbox/calls')).body).byOperation,
    async stop() {
      end();
      await running;
      await bank.close();
      refusals.close();
      await sandbox.close();
      await env.teardown();
      await rm(store, { recursive: true });
    },
  };
}

export async function startServer(): Promise<TestWorkflowEnvironment> {
  const env = await realTimeServer();
  const inBusinessTime = (ms: number) => sleep(Math.min(LOOK_MS, ms / RATE));
  return Object.assign(env, { sleep: inBusinessTime as TestWorkflowEnvironment['sleep'] });
}

/** Environments on a fast clock for all tests of a file, by name. */
export function fastServers<N extends string>(
  terms: () => Readonly<Record<N, Terms>>,
): (name: N) => Steering {
  const parts = new Map<N, Lifecycle>();
  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    for (const [name, its] of Object.entries(terms()) as [N, Terms][])
      parts.set(name, await startFastLifecycle(its));
  });
  afterEach(() => {
    for (const { sandbox, refusals } of parts.values()) {
      sandbox.state.faults.remove();
      refusals.clear();
    }
  });
  afterAll(() => Promise.all([...parts.values()].map((each) => each.stop())));
  const steerings = new Map<N, Steering>();
  return (name) => {
    const steering = steerings.get(name) ?? new Steering(() => parts.get(name) as Lifecycle, TASK_TIMEOUT);
    steerings.set(name, steering);
    return steering;
  };
}
