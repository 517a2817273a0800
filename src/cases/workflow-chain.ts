import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { CaseKind } from '../domain/case/kind';
import { attributeKey } from '../domain/wire/search-attributes';
import { caseId, caseOf } from '../domain/wire/workflow-ids';
import { latestRun } from '../temporal/runs';
import { UnknownCaseError } from './request-error';

/** The workflows that have carried a case, in order; the last one carries it now. @throws RequestError */
export async function describedChain(client: Client, kind: CaseKind, reference: string) {
  const first = await described(client, caseId(kind.noun, reference));
  if (!kind.next || first.status.name !== 'COMPLETED') return [first] as const;
  const after = kind.next((await client.workflow.getHandle(first.workflowId).result()) as object);
  return after === undefined ? ([first] as const) : ([first, await described(client, after)] as const);
}

/** The ids of these workflows. @throws RequestError */
export const workflowChain = async (client: Client, kind: CaseKind, reference: string) =>
  (await describedChain(client, kind, reference)).map(({ workflowId }) => workflowId);

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
  const chain = await describedChain(client, kind, reference);
  const { status, typedSearchAttributes } = chain.at(-1) ?? chain[0];
  const stage = stageAttribute && typedSearchAttributes.get(attributeKey(stageAttribute));
  return { isRunning: status.name === 'RUNNING', title: stages[stage ?? '']?.title ?? '' };
}
