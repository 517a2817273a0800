import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { workflowIds } from '../domain/references';
import type { LoanResult } from '../workflows/results';
import { StarterError } from './exit-codes';
import type { Subject } from './subject';

/** The id of a workflow, once it is sure that there is one. @throws StarterError */
export async function existing(client: Client, workflowId: string): Promise<string> {
  await described(client, workflowId);
  return workflowId;
}

/** The workflows that carry a loan: that of its application, followed after the disbursement by its repayment. */
export async function loanCarriers(client: Client, reference: string): Promise<readonly string[]> {
  const loanId = workflowIds.loan(reference);
  const { status } = await described(client, loanId);
  if (status.name !== 'COMPLETED') return [loanId];
  const result = (await client.workflow.getHandle(loanId).result()) as LoanResult;
  return result.repaymentWorkflowId === undefined ? [loanId] : [loanId, result.repaymentWorkflowId];
}

async function described(client: Client, workflowId: string): Promise<WorkflowExecutionDescription> {
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const [kind = '', reference = ''] = workflowId.split(/:(.*)/s);
    throw new StarterError('refused', `There is no ${kind} with the reference ${reference}.`);
  }
}

/** Where something stands, as far as Temporal knows it without asking a worker. */
export async function standingOf(
  client: Client,
  { stageAttribute, stages, carriers }: Subject,
  reference: string,
): Promise<{ readonly isRunning: boolean; readonly title: string }> {
  const [carrier = ''] = (await carriers(client, reference)).slice(-1);
  const { status, typedSearchAttributes } = await described(client, carrier);
  const stage =
    stageAttribute && typedSearchAttributes.get(defineSearchAttributeKey(stageAttribute, 'KEYWORD'));
  return { isRunning: status.name === 'RUNNING', title: stages[stage ?? '']?.title ?? '' };
}
