import { proxyActivities } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { URGENT_QUEUE } from '../../src/domain/wire/task-queues';

const activities = proxyActivities<Record<string, (...given: unknown[]) => Promise<unknown>>>({
  taskQueue: URGENT_QUEUE,
  startToCloseTimeout: 30_000,
  heartbeatTimeout: 15_000,
  retry: { maximumAttempts: 1 },
});

/** A workflow of another program: it schedules an activity of ours as it likes. What became of that. */
export async function foreignWorkflow(activity: string, args: unknown[]): Promise<string> {
  return outcomeOf(async () => activities[activity]?.(...args));
}

/** The same by who knows what a call looks like, and names it by itself. */
export async function callingWorkflow(activity: string, call: string, args: unknown[]): Promise<string> {
  return outcomeOf(async () => activities[activity]?.({ call, args }));
}

/** The same, which first has a worker vouch for what it is about to send. */
export async function foreignSuccessor(workflowId: string, input: object, order: object): Promise<string> {
  return outcomeOf(async () => {
    const [under] = (await activities.vouchFor?.({ successors: [{ workflowId, input }] })) as object[];
    await activities.createPayout?.(order, { start: { ...under, fields: input } });
  });
}

async function outcomeOf(schedule: () => Promise<unknown>): Promise<string> {
  try {
    await schedule();
    return 'sent';
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    return cause instanceof ApplicationFailure ? `${cause.type}: ${cause.message}` : 'failed';
  }
}
