import { makeContinueAsNewFunc } from '@temporalio/workflow';
import { WORKFLOW_QUEUE } from '../../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../../src/domain/wire/workflow-types';

/** A workflow of another program, which hands over to a payout of ours what it likes. */
export async function foreignHandover(input: object): Promise<void> {
  await makeContinueAsNewFunc({ workflowType: workflowTypes.payout, taskQueue: WORKFLOW_QUEUE })(input);
}
