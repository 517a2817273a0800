import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WorkflowService } from '@temporalio/client';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { URGENT_QUEUE } from '../../src/domain/wire/task-queues';
import type { ProgramProcess } from '../../stack/program-process';
import type { TestEnvironment } from '../test-environment';

/**
 * When a worker is stopped, as seen from its call of `createPayout`: before it has read the task that the server has
 * given to it, when the request waits for a connection, when that is there, when the request has left.
 */
export const stops = ['before it begins', 'dispatched', 'connected', 'sent'] as const;
export type Stop = (typeof stops)[number];

const LOOK_EVERY_MS = 100;

/** A worker that is stopped with payouts in its hands, and wakes when the server has given them to others. */
export class Zombie {
  private readonly worker: ProgramProcess;

  constructor(
    private readonly environment: TestEnvironment,
    readonly stop: Stop,
  ) {
    this.worker = environment.workers.hire({ preload: join(__dirname, 'self-stop.mjs') });
  }

  /** From now on it stops at its moment. */
  arm(): void {
    if (this.stop === 'before it begins') this.environment.workers.freeze(this.worker);
    else this.worker.tell({ stop: this.stop });
  }

  /** Whether it is stopped with this payout in its hands. */
  async holds(reference: string): Promise<boolean> {
    const handle = this.environment.client.workflow.getHandle(caseId('payout', reference));
    const { pendingActivities } = (await handle.describe()).raw;
    const isGiven = pendingActivities?.some(
      ({ activityType, lastWorkerIdentity }) =>
        activityType?.name === 'createPayout' && this.is(lastWorkerIdentity),
    );
    return isGiven === true && (await isStopped(this.worker));
  }

  /** Wakes it, and waits until it has done what it still had to do. */
  async wake(): Promise<void> {
    const wokenMs = Date.now();
    this.environment.workers.wake(this.worker);
    await this.untilItAsks(wokenMs);
    await this.environment.workers.dismiss(this.worker);
  }

  /** Until it asks for the next task, and so has read those that were given to it before. */
  async untilItAsks(sinceMs = 0): Promise<void> {
    const ended = this.worker.ended.then((code) => ({ code }));
    while ((await this.lastAskedMs()) <= sinceMs) {
      const gone = await Promise.race([sleep(LOOK_EVERY_MS, undefined), ended]);
      if (gone) throw new Error(`a worker that was to stop has ended (${gone.code})`);
    }
  }

  private async lastAskedMs(): Promise<number> {
    const { workflowService, options } = this.environment.client;
    const { pollers } = await workflowService.describeTaskQueue({
      namespace: options.namespace,
      taskQueue: { name: URGENT_QUEUE },
      taskQueueType: ACTIVITY_TASKS,
    });
    const asked = pollers.filter(({ identity }) => this.is(identity));
    return Math.max(0, ...asked.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000));
  }

  private is(identity: string | null | undefined): boolean {
    return identity?.startsWith(`${this.worker.pid}@`) === true;
  }
}

/** In Temporal's own numbers. */
const ACTIVITY_TASKS = 2 as unknown as NonNullable<
  Parameters<WorkflowService['describeTaskQueue']>[0]['taskQueueType']
>;

async function isStopped({ pid }: ProgramProcess): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]);
  return stdout.trim().startsWith('T');
}
