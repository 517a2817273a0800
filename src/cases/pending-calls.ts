import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { pendingCallText, type PendingCall } from '../domain/case/pending-calls';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];
type Timestamp = Pending['nextAttemptScheduleTime'];

const STATES: Readonly<Record<number, PendingCall['state']>> = {
  2: 'running',
  3: 'running',
  4: 'paused',
  5: 'paused',
};

/** The calls that a workflow waits for and that do not come through, a sentence for each. */
export async function waitingCalls(client: Client, workflowId: string): Promise<string[]> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return (raw.pendingActivities ?? [])
    .map((pending) => pendingCallText(callOf(pending)))
    .filter((text) => text !== undefined);
}

function callOf({
  activityType,
  state,
  lastFailure,
  nextAttemptScheduleTime,
  activityOptions,
}: Pending): PendingCall {
  const failureType = lastFailure?.applicationFailureInfo?.type;
  const queue = activityOptions?.taskQueue?.name;
  return {
    activity: activityType?.name ?? 'a call',
    state: STATES[Number(state)] ?? 'queued',
    ...(failureType && { failureType }),
    ...(lastFailure?.message && { failure: lastFailure.message }),
    ...(nextAttemptScheduleTime && { nextAttemptAt: isoOf(nextAttemptScheduleTime) }),
    ...(queue && { queue }),
  };
}

const isoOf = (time: NonNullable<Timestamp>) => new Date(Number(time.seconds ?? 0) * 1_000).toISOString();
