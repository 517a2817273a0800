import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { WaitName } from '../../domain/case/waits';
import { attributeKey } from '../../domain/wire/search-attributes';
import { caseOf } from '../../domain/wire/workflow-ids';
import type { CaseKind } from '../../domain/case/kind';

/** What to list; without any wish, everything that runs. */
export interface Wishes {
  readonly stage?: string | undefined;
  readonly waitingFor?: WaitName | undefined;
  readonly attention?: true | undefined;
  /** Ended ones too. */
  readonly all?: true | undefined;
  /** The user id of the officer who looks after the case. */
  readonly assignee?: string | undefined;
  /** The bank's id of the customer. */
  readonly customer?: string | undefined;
  /** The last four digits of an account that takes part. */
  readonly account?: string | undefined;
}

/** One line of a list. Instants are ISO 8601. */
export interface Listed {
  readonly reference: string;
  readonly workflowId: string;
  readonly status: string;
  readonly stage?: string;
  readonly waitingFor?: string;
  readonly waitingSince?: string;
  readonly needsAttention: boolean;
}

const keys = {
  reference: attributeKey('LoanReference'),
  waitingFor: attributeKey('WaitingFor'),
  waitingSince: attributeKey('WaitingSince'),
  needsAttention: attributeKey('NeedsAttention'),
};

/** The condition on Temporal's index for what is wished, as far as the index knows it. */
export function conditionFor({ workflowTypes, stageAttribute }: CaseKind, wishes: Wishes): string {
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

/** What the index tells about a case. */
export function listedOf({ stageAttribute }: CaseKind, execution: WorkflowExecutionInfo): Listed {
  const { workflowId, status, typedSearchAttributes: attributes } = execution;
  const stage = stageAttribute && attributes.get(attributeKey(stageAttribute));
  const waitingFor = attributes.get(keys.waitingFor);
  const since = attributes.get(keys.waitingSince);
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
