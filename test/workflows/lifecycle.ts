import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as TemporalClient } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/document-store';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../src/domain/payout-policy';
import { ROUTINE_LANE, URGENT_LANE, WATCH_LANE, WORKFLOW_QUEUE } from '../../src/domain/task-queues';
import { createSandbox, type Sandbox } from '../../src/sandbox/app';
import type { SandboxSettings } from '../../src/sandbox/settings';
import { createClient, type Client } from '../../src/service/client';
import { RequestBudget, type Permit, type Settlement, type Urgency } from '../../src/service/request-budget';
import { addSearchAttributes } from '../../src/temporal/search-attributes';
import { workflowBundle } from '../bundle';
import { PlannedRefusals } from './planned-refusals';
import { documentFiles } from './sample';

/** A time-skipping server, the workers and the sandbox, whose clock follows the server's skipped time. */
export interface Lifecycle {
  readonly env: TestWorkflowEnvironment;
  readonly sandbox: Sandbox;
  readonly refusals: PlannedRefusals;
  /** Calls that reached the sandbox, by operation. */
  calls(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** Starts everything. The rate limit is off unless the settings turn it on. */
export async function startLifecycle(
  settings: SandboxSettings = {},
  payoutPolicy = USUAL_PAYOUT_POLICY,
): Promise<Lifecycle> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
  });
  const path = process.env.TEMPORAL_TEST_SERVER_PATH ?? '';
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
  await addSearchAttributes(env.connection, env.namespace ?? 'default');
  const time = { nowMs: await env.currentTimeMs() };
  const sandbox = await createSandbox(
    { seed: 'lifecycle', limit: 0, ...settings },
    { realNow: () => time.nowMs, monotonicNow: () => time.nowMs },
  );
  const refusals = new PlannedRefusals(sandbox);
  const baseUrl = await refusals.listen();
  const { serviceKey: key, apiKey } = sandbox.settings;
  const budget = new SkippedTimeBudget(sandbox, time);
  const service = createClient({ baseUrl, key, apiKey, timeoutMs: 5000, budget });
  const store = await documentFolder();
  const stopWorkers = await runWorkers(env, service, store, time, payoutPolicy);
  return {
    env,
    sandbox,
    refusals,
    calls: async () => JSON.parse((await sandbox.app.inject('/_sandbox/calls')).body).byOperation,
    async stop() {
      await stopWorkers();
      await service.close();
      refusals.close();
      await sandbox.close();
      await env.teardown();
      await rm(store, { recursive: true });
    },
  };
}

/** The client's own count of its requests, in skipped time as the sandbox's. */
class SkippedTimeBudget extends RequestBudget {
  constructor(
    { settings: { limit, windowSeconds } }: Sandbox,
    private readonly time: { readonly nowMs: number },
  ) {
    super({ limit: limit || Infinity, windowMs: windowSeconds * 1000 });
  }

  override admit(_realMs: number, urgency?: Urgency) {
    return super.admit(this.time.nowMs, urgency);
  }

  override waitMs(_realMs: number, urgency?: Urgency) {
    return super.waitMs(this.time.nowMs, urgency);
  }

  override settle(permit: Permit, _realMs: number, settlement: Settlement) {
    super.settle(permit, this.time.nowMs, settlement);
  }
}

/** The sandbox's account that payouts of tests are usually sent from. */
const PAYING_ACCOUNT = '9000000001';

/** This server keeps no index: nothing is listed. Not the client of the environment, which skips time at every result. */
function withoutIndex({ connection, namespace = 'default' }: TestWorkflowEnvironment): TemporalClient {
  const client = new TemporalClient({ connection, namespace });
  return Object.assign(client, { workflow: Object.assign(client.workflow, { list: nothing }) });
}

async function* nothing() {
  // No execution is ever found.
}

/** A document store with one file of each type. */
async function documentFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  for (const [name, content] of Object.entries(documentFiles)) await writeFile(join(folder, name), content);
  return folder;
}

async function runWorkers(
  env: TestWorkflowEnvironment,
  service: Client,
  store: string,
  time: { nowMs: number },
  payoutPolicy: PayoutPolicy,
): Promise<() => Promise<void>> {
  const activities = createActivities({
    service,
    documents: folderStore(store),
    client: withoutIndex(env),
    accounts: [PAYING_ACCOUNT],
    payoutPolicy,
    now: () => time.nowMs,
  });
  const common = {
    connection: env.nativeConnection,
    activities,
    interceptors: { activity: [followServerTime(env, time)] },
    shutdownGraceTime: 0,
    // Skipped time must not look like a worker that has gone away.
    stickyQueueScheduleToStartTimeout: '1000 days',
  } satisfies Partial<WorkerOptions>;
  const workers = await Promise.all([
    Worker.create({ ...common, taskQueue: WORKFLOW_QUEUE, workflowBundle: workflowBundle() }),
    Worker.create({ ...common, taskQueue: URGENT_LANE }),
    Worker.create({ ...common, taskQueue: ROUTINE_LANE }),
    Worker.create({ ...common, taskQueue: WATCH_LANE }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
  };
}

/** The sandbox's clock shows the server's skipped time at every attempt. */
const followServerTime = (env: TestWorkflowEnvironment, time: { nowMs: number }) => () => ({
  inbound: {
    async execute<I, O>(input: I, next: (input: I) => Promise<O>): Promise<O> {
      time.nowMs = Math.max(time.nowMs, await env.currentTimeMs());
      return next(input);
    },
  },
});
