import { Context } from '@temporalio/activity';
import { Client, WorkflowClient } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { join } from 'node:path';
import { folderStore } from '../../src/activities/documents/store';
import { createActivities } from '../../src/activities';
import type { BankClient } from '../../src/bank/client';
import { OUTCOME_UNKNOWN } from '../../src/domain/wire/failure-types';
import { operationNamed, operationNames } from '../../src/bank/contract';
import * as queues from '../../src/domain/wire/task-queues';
import { timeSkippingServer } from '../../test/support/temporal/servers';
import { Trial, type Plan, type Shared } from './trial';

const MINUTE_MS = 60_000;
/** One call to the server must not take too long. */
const SLEEP_MOST_MS = 5 * 24 * 60 * MINUTE_MS;

type Activity = (...given: unknown[]) => Promise<unknown>;

/** A server that skips time, with workers for many trials: an activity belongs to the trial whose tag its case has. */
export class SkippedTime {
  private readonly trials = new Map<string, Trial>();
  private workers: readonly Worker[] = [];
  private stopWorkers: () => Promise<void> = () => Promise.resolve();
  /** Calls to the server to let time pass that it has answered. */
  strides = 0;
  /** Whether time was ever set free: then it may pass by itself from now on. */
  wasSetFree = false;

  private constructor(
    private readonly env: TestWorkflowEnvironment,
    private readonly shared: Shared,
  ) {}

  static async start(bundle: WorkflowBundleOption): Promise<SkippedTime> {
    const env = await createServer();
    const documents = folderStore(join(__dirname, '../../examples/documents'));
    const time = { nowMs: await env.currentTimeMs() };
    const skipped = new SkippedTime(env, { client: clientThatLists(env, nothing), documents, time });
    skipped.stopWorkers = await skipped.runWorkers(bundle);
    return skipped;
  }

  /** Not the client of the environment: that one skips years when a result is already there. */
  get client(): WorkflowClient {
    return this.shared.client.workflow;
  }

  /** A client of its own, which lists what it is told: this server keeps no index. */
  clientThatLists(list: Client['workflow']['list']): Client {
    return clientThatLists(this.env, list);
  }

  get nowMs(): number {
    return this.shared.time.nowMs;
  }

  async begin(plan: Plan): Promise<Trial> {
    const trial = await Trial.start(plan, this.shared);
    this.trials.set(plan.tag, trial);
    return trial;
  }

  /** Ends a trial, and whatever of it still runs. */
  async end(trial: Trial): Promise<void> {
    const terminated = [...trial.workflowIds].map((workflowId) =>
      this.client
        .getHandle(workflowId)
        .terminate('the trial is over')
        .catch(() => undefined),
    );
    await Promise.all(terminated);
    this.trials.delete(trial.plan.tag);
    await trial.close();
  }

  /** Lets time pass; in one stride where nothing runs. */
  async sleep(minutes: number, isEmpty = false): Promise<void> {
    const strideMs = isEmpty ? minutes * MINUTE_MS : SLEEP_MOST_MS;
    for (let left = minutes * MINUTE_MS; left > 0; left -= strideMs) {
      await this.env.sleep(Math.min(left, strideMs));
      this.strides++;
    }
    await this.look();
  }

  /** What time it is now on the server. */
  async look(): Promise<number> {
    const { time } = this.shared;
    return (time.nowMs = Math.max(time.nowMs, await this.env.currentTimeMs()));
  }

  /** Whether the workers have nothing to do now. */
  get isIdle(): boolean {
    return this.workers.every((worker) => {
      const { numInFlightActivities, numInFlightWorkflowActivations } = worker.getStatus();
      return numInFlightActivities + numInFlightWorkflowActivations === 0;
    });
  }

  /** Sets time free that stands still, though nothing is under way: a child has ended after its parent. */
  async goOn(): Promise<void> {
    this.wasSetFree = true;
    await this.env.connection.testService?.unlockTimeSkipping({});
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await Promise.all([...this.trials.values()].map((trial) => trial.close()));
    // A server that has died by itself is closed already.
    await this.env.teardown().catch((error: unknown) => {
      if (!String(error).includes('already closed')) throw error;
    });
  }

  private async runWorkers(workflowBundle: WorkflowBundleOption): Promise<() => Promise<void>> {
    const carryOut = (...given: unknown[]) => this.carryOut(given);
    const common = {
      connection: this.env.nativeConnection,
      activities: Object.fromEntries(this.activityNames().map((name) => [name, carryOut])),
      shutdownGraceTime: 0,
      // Skipped time must not look like a worker that has gone away.
      stickyQueueScheduleToStartTimeout: '1000 days',
      maxCachedWorkflows: 2_000,
    } as const;
    const workers = (this.workers = await Promise.all([
      Worker.create({ ...common, taskQueue: queues.WORKFLOW_QUEUE, workflowBundle }),
      ...[queues.URGENT_QUEUE, queues.ROUTINE_QUEUE, queues.WATCH_QUEUE].map((taskQueue) =>
        Worker.create({ ...common, taskQueue }),
      ),
    ]));
    // One that loses its server ends by itself: its trials stand still, and say so.
    const running = Promise.allSettled(workers.map((worker) => worker.run()));
    return async () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
    };
  }

  private activityNames(): string[] {
    const { client, documents } = this.shared;
    return Object.keys(
      createActivities({ bank: {} as BankClient, client, documents, authority: { mode: 'open' } }),
    );
  }

  private async carryOut(given: unknown[]): Promise<unknown> {
    const { info } = Context.current();
    const name = info.activityType;
    await this.look();
    const { workflowId = '' } = info.workflowExecution ?? {};
    const trial = this.trialOf(workflowId);
    trial?.workflowIds.add(workflowId);
    const activities = trial?.activities as Readonly<Record<string, Activity>> | undefined;
    const activity = activities?.[name];
    if (!trial || !activity) throw ApplicationFailure.nonRetryable(`no trial knows ${name}`);
    const done = await activity(...given);
    const told = info.isLocal ? undefined : trial.plan.afterCall?.(name);
    if (told) throw told;
    if (!info.isLocal && trial.isKilled()) throw lostWith(name);
    return done;
  }

  private trialOf(workflowId: string): Trial | undefined {
    return [...this.trials.values()].find((trial) => trial.owns(workflowId));
  }
}

const isOnce = (name: string) =>
  name === 'chargeInstalment' ||
  operationNames.some((each) => each === name && operationNamed(each).effect === 'once');

/** What the server makes of a worker that died: it tries again, but for a write that must not be repeated blindly. */
export const lostWith = (name: string) =>
  ApplicationFailure.create({
    type: isOnce(name) ? OUTCOME_UNKNOWN : 'WorkerLost',
    message: 'the worker died when it had made the call',
    nonRetryable: isOnce(name),
    nextRetryDelay: '30 seconds',
  });

let isQuiet = false;

/** Once for the process, in which several servers run side by side and after each other. */
function quieten(): void {
  if (isQuiet) return;
  isQuiet = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    // Forwarded, since by itself the core would write to stdout.
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
  });
}

function createServer(): Promise<TestWorkflowEnvironment> {
  quieten();
  return timeSkippingServer();
}

/** This server keeps no index. */
function clientThatLists(
  { connection, namespace = 'default' }: TestWorkflowEnvironment,
  list: Client['workflow']['list'],
): Client {
  const client = new Client({ connection, namespace });
  return Object.assign(client, { workflow: Object.assign(client.workflow, { list }) });
}

/** No execution is ever found. */
const nothing = (() => Object.assign((async function* () {})(), {})) as unknown as Client['workflow']['list'];
