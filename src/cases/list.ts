import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { CaseKind } from '../domain/case/kind';
import type { WaitName } from '../domain/case/waits';
import { attributeKey } from '../domain/wire/search-attributes';
import { caseOf } from '../domain/wire/workflow-ids';

/**
 * Lists at most `limit` cases, the longest waiting first; cases that wait for nothing follow, the oldest first. Reads
 * all matches, since Temporal's SQL visibility cannot sort by our attributes. @returns also the number of all
 */
export async function listCases(client: Client, kind: CaseKind, wishes: Wishes, limit: number) {
  const found: { readonly order: number; readonly listed: Listed }[] = [];
  for await (const execution of client.workflow.list({ query: conditionFor(kind, wishes) }))
    found.push({ order: orderOf(execution), listed: listedOf(kind, execution) });
  const all = found.sort((one, other) => one.order - other.order).map(({ listed }) => listed);
  return { items: all.slice(0, limit), total: all.length };
}

export type CaseList = Readonly<Awaited<ReturnType<typeof listCases>>>;

/** Cases that wait come before all others. */
const orderOf = (execution: WorkflowExecutionInfo): number =>
  waitingSince(execution)?.getTime() ?? Number.MAX_SAFE_INTEGER / 2 + execution.startTime.getTime();

const waitingSince = ({ typedSearchAttributes }: WorkflowExecutionInfo): Date | undefined =>
  typedSearchAttributes.get(keys.waitingSince);

/** The filters of a list; without any, all running cases. */
export interface Wishes {
  readonly stage?: string | undefined;
  readonly waitingFor?: WaitName | undefined;
  readonly attention?: true | undefined;
  /** Includes ended cases. */
  readonly all?: true | undefined;
  /** The user id of the officer who looks after the case. */
  readonly assignee?: string | undefined;
  /** The bank's id of the customer. */
  readonly customer?: string | undefined;
}

/** One line of a list. Instants are ISO 8601. */
export type Listed = Readonly<ReturnType<typeof listedOf>>;

const keys = {
  reference: attributeKey('LoanReference'),
  waitingFor: attributeKey('WaitingFor'),
  waitingSince: attributeKey('WaitingSince'),
  needsAttention: attributeKey('NeedsAttention'),
};

/** The condition on Temporal's index for those filters that the index knows. */
function conditionFor({ workflowTypes, stageAttribute }: CaseKind, wishes: Wishes): string {
  const { stage, waitingFor, attention, all, assignee, customer } = wishes;
  const conditions = [
    `WorkflowType IN (${workflowTypes.map((type) => `"${type}"`).join(', ')})`,
    all || stage ? '' : 'ExecutionStatus = "Running"',
    stage && stageAttribute ? `${stageAttribute} = "${stage}"` : '',
    waitingFor ? `WaitingFor = "${waitingFor}"` : '',
    attention ? 'NeedsAttention = true' : '',
    assignee ? `Assignee = "${assignee}"` : '',
    customer ? `CustomerId = "${customer}"` : '',
  ];
  return conditions.filter((condition) => condition !== '').join(' AND ');
}

/** A case as Temporal's index shows it. */
export function listedOf({ stageAttribute }: CaseKind, execution: WorkflowExecutionInfo) {
  const { workflowId, status, typedSearchAttributes: attributes } = execution;
  const stage = stageAttribute && attributes.get(attributeKey(stageAttribute));
  const waitingFor = attributes.get(keys.waitingFor);
  const since = waitingSince(execution);
  return {
    reference: attributes.get(keys.reference) ?? caseOf(workflowId).reference,
    workflowId,
    status: status.name,
    ...(stage !== undefined && { stage }),
    ...(waitingFor !== undefined && { waitingFor }),
    ...(since && { waitingSince: since.toISOString() }),
    needsAttention: attributes.get(keys.needsAttention) === true,
  };
}
