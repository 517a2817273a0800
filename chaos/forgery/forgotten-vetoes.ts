import type { Client, WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Role } from '../../src/domain/case/commands';
import { first, provenPayout, second, third } from '../../test/support/activities/gate';
import { signed } from '../../test/support/authority/forgeries';
import type { TestRecords } from '../../test/support/records/database';
import { approveBy, causeOfAttention, startPayout } from './approved-payout';
import { makerOf } from './environment';
import { resetting } from './repeating';
import type { Attempt } from './sending';

const { ResetReapplyType, ResetReapplyExcludeType } = temporal.api.enums.v1;

/** The task of a workflow that had not taken a command yet. */
async function taskBefore(handle: WorkflowHandle, command: string): Promise<number> {
  const { events } = await handle.fetchHistory();
  const all = events ?? [];
  const taken = all.findIndex(
    ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) =>
      accepted?.acceptedRequest?.input?.name === command,
  );
  const task = all.slice(0, taken).findLast((event) => event.workflowTaskCompletedEventAttributes);
  if (!task) throw new Error(`the history has no task before ${command}`);
  return Number(task.eventId);
}

/** Has the server forget what was said since: nothing of it is given to the workflow again. */
export async function forgetting(
  client: Client,
  handle: WorkflowHandle,
  command: string,
): Promise<WorkflowHandle> {
  const { workflowId } = handle;
  const { runId } = await handle.describe();
  const { runId: next } = await resetting(client)({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: await taskBefore(handle, command),
    reason: 'forged',
    requestId: `forget-${workflowId}`,
    resetReapplyType: ResetReapplyType.RESET_REAPPLY_TYPE_NONE,
    resetReapplyExcludeTypes: [
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_SIGNAL,
      ResetReapplyExcludeType.RESET_REAPPLY_EXCLUDE_TYPE_UPDATE,
    ],
  });
  return client.workflow.getHandle(workflowId, next);
}

/** A person says no to a payout that one of two has approved; the other one's approval comes once that is forgotten. */
export const afterForgetting =
  (
    command: string,
    role: Role,
    fields: object,
    why: string,
    meanwhile: (wf: string, records: TestRecords) => Promise<unknown> = async () => undefined,
  ): Attempt =>
  async (client, { payout: { reference } }, { committed, records }) => {
    const payout = provenPayout(reference, { madeBy: makerOf(reference) });
    const handle = await startPayout(client, payout);
    await approveBy(handle, [first.key]);
    const deed = { wf: payout.wf, act: command, role, fields };
    await handle.executeUpdate(command, {
      args: [await signed(deed, {}, role === 'approver' ? second.key : third.key)],
    });
    await meanwhile(payout.wf, records);
    const reset = await forgetting(client, handle, command);
    await approveBy(reset, [second.key]);
    const cause = await causeOfAttention(reset);
    await reset.terminate('the attempt is over').catch(() => undefined);
    if (committed(reference) === 0 && !cause.includes(why))
      throw new Error(`something else has stopped it: ${cause}`);
    return committed(reference) > 0;
  };

export const SAID_NO = 'a person has said no to it';
export const UNHEEDED = 'it does not heed';

/** What people have stopped or changed, by a case that the server has forget it. */
export const byForgettingVetoes: readonly [string, Attempt][] = [
  ['cancel', 'operator', { reason: 'WRONG_BENEFICIARY' }, SAID_NO] as const,
  ['reject', 'approver', { reason: 'WRONG_BENEFICIARY' }, SAID_NO] as const,
  ['hold', 'operator', { reason: 'SUSPECTED_FRAUD' }, SAID_NO] as const,
  ['amend', 'operator', { amountKobo: 1_500_000 }, UNHEEDED] as const,
].map(([command, role, fields, why]) => [
  `a reset to before a person said ${command}`,
  afterForgetting(command, role, fields, why),
]);
