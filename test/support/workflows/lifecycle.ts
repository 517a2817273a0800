import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as TemporalClient } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../../../src/activities';
import { folderStore } from '../../../src/activities/documents/store';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../../src/domain/payout/policy';
import {
  ROUTINE_QUEUE,
  URGENT_QUEUE,
  WATCH_QUEUE,
  WORKFLOW_QUEUE,
} from '../../../src/domain/wire/task-queues';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import type { SandboxSettings } from '../../../sandbox/settings';
import { createBankClient, type BankClient } from '../../../src/bank/client';
import { acknowledging } from '../records/database';
import { timeSkippingServer } from '../temporal/servers';
import type { Records } from '../../../src/records/records';
import { RateLimiter } from 'fixed-window-limiter';
import { workflowBundle } from '../workflow-bundle';
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

/** A lifecycle whose workers can be away. */
export interface Interruptible extends Lifecycle {
  /** Until this instant no activity is carried out: this server's time stands still where no worker runs at all. */
  awayUntil(atMs: number): void;
}

/** What tests keep records in; nothing keeps none. */
export type OpenTestRecords = () => Promise<Records> | Records | undefined;

/** Starts everything. The rate limit is off unless the settings turn it on. */
export async function startLifecycle(
  settings: SandboxSettings = {},
  payoutPolicy = USUAL_PAYOUT_POLICY,
  open: OpenTestRecords = () => acknowledging,
): Promise<Interruptible> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
  });
  const env = await timeSkippingServer();
  const time = { nowMs: await env.currentTimeMs(), awayUntilMs: 0 };
  const sandbox = await createSandbox(
    { seed: 'lifecycle', limit: 0, ...settings },
    { realNow: () => time.nowMs, monotonicNow: () => time.nowMs },
  );
  const refusals = new PlannedRefusals(sandbox);
  const baseUrl = await refusals.listen();
  const { serviceKey: key, apiKey } = sandbox.settings;
  const { limit, windowSeconds } = sandbox.settings;
  const limiter = new RateLimiter({
    policy: { limit: limit || Infinity, windowMs: windowSeconds * 1000 },
    now: () => time.nowMs,
  });
  const bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 5000, limiter });
  const store = await documentFolder();
  const stopWorkers = await runWorkers(env, bank, store, time, {
    payoutPolicy,
    records: await open(),
  });
  return {
    env,
    sandbox,
    refusals,
    calls: async () => JSON.parse((await sandbox.app.inject('/_sandbox/calls')).body).byOperation,
    awayUntil: (atMs) => void (time.awayUntilMs = atMs),
    async stop() {
      await stopWorkers();
      await bank.close();
      refusals.close();
      await sandbox.close();
      await env.teardown();
      await rm(store, { recursive: true });
    },
  };
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
export async function documentFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  for (const [name, content] of Object.entries(documentFiles)) await writeFile(join(folder, name), content);
  return folder;
}

async function runWorkers(
  env: TestWorkflowEnvironment,
  bank: BankClient,
  store: string,
  time: SharedTime,
  settings: { readonly payoutPolicy: PayoutPolicy; readonly records: Records | undefined },
): Promise<() => Promise<void>> {
  const activities = createActivities({
    bank,
    documents: folderStore(store),
    client: withoutIndex(env),
    accounts: [{ accountNumber: PAYING_ACCOUNT }],
    authority: { mode: 'open' },
    ...settings,
    now: () => time.nowMs,
    // The server skips no time while an activity is open.
    openPolls: { longestMs: 0, most: 0 },
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
    Worker.create({ ...common, taskQueue: URGENT_QUEUE }),
    Worker.create({ ...common, taskQueue: ROUTINE_QUEUE }),
    Worker.create({ ...common, taskQueue: WATCH_QUEUE }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
  };
}

interface SharedTime {
  nowMs: number;
  awayUntilMs: number;
}

/** The sandbox's clock shows the server's skipped time at every attempt. */
const followServerTime = (env: TestWorkflowEnvironment, time: SharedTime) => () => ({
  inbound: {
    async execute<I, O>(input: I, next: (input: I) => Promise<O>): Promise<O> {
      time.nowMs = Math.max(time.nowMs, await env.currentTimeMs());
      const awayMs = time.awayUntilMs - time.nowMs;
      if (awayMs > 0) throw ApplicationFailure.create({ message: 'no worker', nextRetryDelay: awayMs });
      return next(input);
    },
  },
});
