import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { WaitName } from '../domain/waits';
import type { Subject } from './subject';

/** What to list; without any wish, everything that runs. */
export interface Wishes {
  readonly stage?: string | undefined;
  readonly waitingFor?: WaitName | undefined;
  readonly attention?: true | undefined;
  readonly all?: true | undefined;
}

/** One line of a list. */
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
  reference: defineSearchAttributeKey('LoanReference', 'KEYWORD'),
  waitingFor: defineSearchAttributeKey('WaitingFor', 'KEYWORD'),
  waitingSince: defineSearchAttributeKey('WaitingSince', 'DATETIME'),
  needsAttention: defineSearchAttributeKey('NeedsAttention', 'BOOL'),
};

/** Temporal's SQL visibility cannot sort by our attributes, so this many are read and sorted here. */
const READ_AT_MOST = 1_000;

/** Lists by what Temporal has indexed, which lags a little: who waits longest comes first. */
export async function list(
  client: Client,
  subject: Subject,
  wishes: Wishes,
  limit: number,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for await (const execution of client.workflow.list({ query: queryFor(subject, wishes) })) {
    found.push(listed(subject, execution));
    if (found.length === READ_AT_MOST) break;
  }
  const since = ({ waitingSince = '9999' }: Listed) => waitingSince;
  return found.sort((one, other) => since(one).localeCompare(since(other))).slice(0, limit);
}

function queryFor({ workflowTypes, stageAttribute }: Subject, { stage, waitingFor, attention, all }: Wishes) {
  const conditions = [
    `WorkflowType IN (${workflowTypes.map((type) => `"${type}"`).join(', ')})`,
    all || stage ? '' : 'ExecutionStatus = "Running"',
    stage && stageAttribute ? `${stageAttribute} = "${stage}"` : '',
    waitingFor ? `WaitingFor = "${waitingFor}"` : '',
    attention ? 'NeedsAttention = true' : '',
  ];
  return conditions.filter((condition) => condition !== '').join(' AND ');
}

function listed({ stageAttribute }: Subject, execution: WorkflowExecutionInfo): Listed {
  const { workflowId, status, typedSearchAttributes: attributes } = execution;
  const stage = stageAttribute && attributes.get(defineSearchAttributeKey(stageAttribute, 'KEYWORD'));
  const waitingFor = attributes.get(keys.waitingFor);
  const since = attributes.get(keys.waitingSince);
  return {
    reference: attributes.get(keys.reference) ?? workflowId.slice(workflowId.indexOf(':') + 1),
    workflowId,
    status: status.name,
    ...(stage !== undefined && { stage }),
    ...(waitingFor !== undefined && { waitingFor }),
    ...(since && { waitingSince: since.toISOString() }),
    needsAttention: attributes.get(keys.needsAttention) === true,
  };
}
