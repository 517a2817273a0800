import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { CaseKind } from '../domain/case/kind';
import { attributeKey } from '../domain/wire/search-attributes';
import { caseId, caseOf } from '../domain/wire/workflow-ids';
import { latestRun } from '../temporal/runs';
import { UnknownCaseError } from './request-error';

/** The ids of the workflows that have carried a case, in order; the last one carries it now. @throws RequestError */
export async function workflowChain(client: Client, kind: CaseKind, reference: string) {
  const workflowId = caseId(kind.noun, reference);
  const { status } = await described(client, workflowId);
  if (!kind.next || status.name !== 'COMPLETED') return [workflowId];
  const after = kind.next((await client.workflow.getHandle(workflowId).result()) as object);
  return after === undefined ? [workflowId] : [workflowId, after];
}

/** The id of a workflow that is sure to exist. @throws RequestError if it does not */
export async function existing(client: Client, workflowId: string): Promise<string> {
  await described(client, workflowId);
  return workflowId;
}

/** Temporal's description of a workflow's latest run. @throws RequestError if Temporal knows no such workflow */
export async function described(client: Client, workflowId: string): Promise<WorkflowExecutionDescription> {
  const found = await latestRun(client, workflowId);
  if (found) return found;
  throw unknownCase(workflowId);
}

export function unknownCase(workflowId: string): UnknownCaseError {
  const { kind, reference } = caseOf(workflowId);
  return new UnknownCaseError(kind, reference);
}

/** Whether a case runs, and the title of its stage, by Temporal's index, without asking a worker. */
export async function indexedStage(client: Client, kind: CaseKind, reference: string) {
  const { stageAttribute, stages } = kind;
  const [current = ''] = (await workflowChain(client, kind, reference)).slice(-1);
  const { status, typedSearchAttributes } = await described(client, current);
  const stage = stageAttribute && typedSearchAttributes.get(attributeKey(stageAttribute));
  return { isRunning: status.name === 'RUNNING', title: stages[stage ?? '']?.title ?? '' };
}
