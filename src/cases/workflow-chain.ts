import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { attributeKey } from '../domain/wire/search-attributes';
import { caseOf, workflowIds } from '../domain/wire/workflow-ids';
import type { LoanResult } from '../workflows/results';
import { UnknownCaseError } from './request-error';
import type { Resource } from './resource';
import type { WorkflowChain } from './snapshot';

/** The chain of a case that a single workflow carries. */
export const singleWorkflow =
  (idOf: (reference: string) => string): WorkflowChain =>
  async (client, reference) => [await existing(client, idOf(reference))];

/** The chain of a loan: the workflow of its application, followed after the disbursement by that of its repayment. */
export async function loanChain(client: Client, reference: string): Promise<readonly string[]> {
  const loanId = workflowIds.loan(reference);
  const { status } = await described(client, loanId);
  if (status.name !== 'COMPLETED') return [loanId];
  const result = (await client.workflow.getHandle(loanId).result()) as LoanResult;
  return result.repaymentWorkflowId === undefined ? [loanId] : [loanId, result.repaymentWorkflowId];
}

/** The id of a workflow, once it is sure that there is one. @throws RequestError */
export async function existing(client: Client, workflowId: string): Promise<string> {
  await described(client, workflowId);
  return workflowId;
}

/** A workflow as Temporal has it, its latest run. @throws RequestError */
export async function described(client: Client, workflowId: string): Promise<WorkflowExecutionDescription> {
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const { kind, reference } = caseOf(workflowId);
    throw new UnknownCaseError(kind, reference);
  }
}

/** Whether a case runs, and the title of its stage, as far as Temporal knows them without asking a worker. */
export async function indexedStage(
  client: Client,
  { stageAttribute, stages, workflowChain }: Resource,
  reference: string,
): Promise<{ readonly isRunning: boolean; readonly title: string }> {
  const [current = ''] = (await workflowChain(client, reference)).slice(-1);
  const { status, typedSearchAttributes } = await described(client, current);
  const stage = stageAttribute && typedSearchAttributes.get(attributeKey(stageAttribute));
  return { isRunning: status.name === 'RUNNING', title: stages[stage ?? '']?.title ?? '' };
}
