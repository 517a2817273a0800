import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import { instantText } from '../domain/case/snapshot';
import { failureCause, WAIT_LONGER } from '../domain/wire/failure-types';
import { isoOf } from '../temporal/runs';

/** A call of the bank that a workflow waits for, as Temporal knows it. */
export interface PendingCall {
  readonly activity: string;
  readonly state: 'queued' | 'running' | 'paused';
  /** Type of the last attempt's failure, of `failure-types.ts`. */
  readonly failureType?: string;
  readonly failure?: string;
  /** The planned instant (ISO 8601). */
  readonly nextAttemptAt?: string;
  readonly queue?: string;
}

/** The poll's own words on its last look, without personal data. The server knows when it asks next. */
function pollSaw({ failureType, failure }: Omit<PendingCall, 'activity' | 'state'>): string | undefined {
  const [seen = ''] = failure?.split(/, asking again in |; polling again in /) ?? [];
  return failureType === WAIT_LONGER && seen !== '' ? `asks again; so far: ${seen}` : undefined;
}

/** One sentence on a call that does not come through; `undefined` for a call that is running. */
export function pendingCallText({ activity, state, ...call }: PendingCall): string | undefined {
  if (state === 'paused') return `${activity} is paused until an operator resumes it in Temporal`;
  if (state === 'running') return undefined;
  if (call.nextAttemptAt === undefined || call.failureType === undefined)
    return `${activity} waits for its turn${call.queue === undefined ? '' : ` in the queue ${call.queue}`}`;
  const cause = pollSaw(call) ?? failureCause(call.failureType) ?? 'is tried again';
  return `${activity} ${cause}; next attempt at ${instantText(call.nextAttemptAt)}`;
}

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

const STATES: Readonly<Record<number, PendingCall['state']>> = {
  2: 'running',
  3: 'running',
  4: 'paused',
  5: 'paused',
};

/** The calls that a workflow waits for and that do not come through, a sentence for each. */
export async function waitingCalls(
  client: Client,
  workflowId: string,
  { raw }: WorkflowExecutionDescription,
): Promise<string[]> {
  const calls = await Promise.all(
    (raw.pendingActivities ?? []).map((each) => callOf(client, workflowId, each)),
  );
  return calls.map(pendingCallText).filter((text) => text !== undefined);
}

async function callOf(client: Client, workflowId: string, pending: Pending): Promise<PendingCall> {
  const { activityType, state, lastFailure, nextAttemptScheduleTime, activityOptions } = pending;
  const { namespace, loadedDataConverter } = client.options;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const failure = await decodeOptionalFailureToOptionalError(loadedDataConverter, lastFailure, owner);
  const failureType = lastFailure?.applicationFailureInfo?.type;
  const queue = activityOptions?.taskQueue?.name;
  return {
    activity: activityType?.name ?? 'a call',
    state: STATES[Number(state)] ?? 'queued',
    ...(failureType && { failureType }),
    ...(failure && { failure: failure.message }),
    ...(nextAttemptScheduleTime && { nextAttemptAt: isoOf(nextAttemptScheduleTime) }),
    ...(queue && { queue }),
  };
}
