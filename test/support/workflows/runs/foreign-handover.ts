import { makeContinueAsNewFunc } from '@temporalio/workflow';
import { WORKFLOW_QUEUE } from '../../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../../src/domain/wire/workflow-types';

/**
 * A workflow of another program, which hands over to a repayment of ours what it likes: the server takes the repayment
 * for its next run.
 */
export async function foreignHandover(input: object): Promise<void> {
  const goOnAsRepayment = makeContinueAsNewFunc({
    workflowType: workflowTypes.repayment,
    taskQueue: WORKFLOW_QUEUE,
  });
  await goOnAsRepayment(input);
}
