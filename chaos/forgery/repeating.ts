import type { Client, WorkflowHandle } from '@temporalio/client';
import { first, provenPayout, second, type ProvenPayout } from '../../test/support/activities/gate';
import { approveBy, startApproved, untilShown } from './approved-payout';
import { makerOf } from './environment';
import type { Attempt } from './sending';

/** The first task of a workflow that was completed. */
const FIRST_TASK = 4;

/** Waits until a payout has been sent, or is known to have been. */
const untilSent = (handle: WorkflowHandle) =>
  untilShown(handle, ({ stage, ended }) => stage === 'PENDING' || ended);

/** Pays a payout as people want it, and then has it done once more; whether the bank has paid twice. */
export const afterPaying =
  (
    again: (client: Client, payout: ProvenPayout, handle: WorkflowHandle) => Promise<WorkflowHandle>,
  ): Attempt =>
  async (client, { payout: { reference } }, { committed }) => {
    const paid = provenPayout(`ONCE-${reference}`, { madeBy: makerOf(reference) });
    const { handle } = await startApproved(client, paid, [first.key, second.key]);
    await handle.result();
    await untilSent(await again(client, paid, handle));
    return committed(paid.payout.reference) !== 1;
  };

/** The types of the service take a callback as well, and 64-bit numbers alone. */
export const resetting = ({ workflowService }: Client) =>
  workflowService.resetWorkflowExecution.bind(workflowService) as unknown as (
    request: object,
  ) => Promise<{ readonly runId: string }>;

/** Has what is signed carried out more often than once: the bank pays once under a reference. */
export const byRepeating: readonly [string, Attempt][] = [
  [
    'a second start with genuine acts',
    afterPaying(
      async (client, payout) => (await startApproved(client, payout, [first.key, second.key])).handle,
    ),
  ],
  [
    'a reset to before the payout was sent',
    afterPaying(async (client, { wf }, handle) => {
      const { namespace } = client.options;
      const { runId } = await handle.describe();
      const { runId: next } = await resetting(client)({
        namespace,
        workflowExecution: { workflowId: wf, runId },
        workflowTaskFinishEventId: FIRST_TASK,
        reason: 'forged',
        requestId: `reset-${wf}`,
      });
      const reset = client.workflow.getHandle(wf, next);
      await approveBy(reset, [first.key, second.key]);
      return reset;
    }),
  ],
];
