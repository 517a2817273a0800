import { proxyActivities } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { URGENT_QUEUE } from '../../src/domain/wire/task-queues';

/** A workflow of another program: it schedules an activity of ours as it likes. What became of that. */
export async function foreignWorkflow(activity: string, args: unknown[]): Promise<string> {
  const activities = proxyActivities<Record<string, (...given: unknown[]) => Promise<unknown>>>({
    taskQueue: URGENT_QUEUE,
    startToCloseTimeout: 30_000,
    heartbeatTimeout: 15_000,
    retry: { maximumAttempts: 1 },
  });
  try {
    await activities[activity]?.(...args);
    return 'sent';
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    return cause instanceof ApplicationFailure ? (cause.type ?? 'failed') : 'failed';
  }
}
