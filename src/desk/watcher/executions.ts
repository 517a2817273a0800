import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { listedOf } from '../../cases/list';
import { kinds, nouns } from '../../domain/kinds';
import { attributeKey, reportedProblems } from '../../domain/wire/search-attributes';
import type { CaseSummary } from '../../records/projection/summary';
import type { Kind } from '../contract/fields';

export interface IndexedCase extends Pick<
  CaseSummary,
  'reference' | 'workflowId' | 'startedAt' | 'changedAt'
> {
  readonly kind: Kind;
  readonly batch: string | undefined;
  readonly needsAttention: boolean;
  /** Whether Temporal reports that its workflow tasks fail again and again. */
  readonly isWedged?: boolean;
  /** All that the index says, as one text: if it differs, the case has changed. */
  readonly indexed: string;
}

const CHANGED_AT = attributeKey('ChangedAt');
const BATCH = attributeKey('BatchId');
const ASSIGNEE = attributeKey('Assignee');

const kindOfType = new Map(
  nouns.flatMap((noun) => kinds[noun].workflowTypes.map((type): [string, Kind] => [type, noun])),
);
const TYPES = [...kindOfType.keys()].map((type) => `"${type}"`).join(', ');

export const RUNNING = 'ExecutionStatus = "Running"';
/** Condition for workflows that began, changed or ended after an instant. */
export const changedSince = (since: Date): string =>
  `(ChangedAt > "${since.toISOString()}" OR StartTime > "${since.toISOString()}" OR CloseTime > "${since.toISOString()}")`;

/** Lists the cases in Temporal's index that meet a condition; without one, all cases. */
export async function* indexedCases(client: Client, condition?: string): AsyncGenerator<IndexedCase> {
  const query = [`WorkflowType IN (${TYPES})`, condition].filter((part) => part !== undefined).join(' AND ');
  for await (const execution of client.workflow.list({ query, pageSize: PAGE })) {
    const found = indexedCase(execution);
    if (found) yield found;
  }
}

/** Whether this text of the index shows a running case. */
export const calledRunning = (indexed: string): boolean => indexed.includes('"status":"RUNNING"');

const PAGE = 1_000;

function indexedCase(execution: WorkflowExecutionInfo): IndexedCase | undefined {
  const kind = kindOfType.get(execution.type);
  if (!kind) return undefined;
  const listed = listedOf(kinds[kind], execution);
  const { typedSearchAttributes: attributes, startTime, closeTime, runId } = execution;
  const changedAt = attributes.get(CHANGED_AT);
  const problems = attributes.get(reportedProblems) ?? [];
  return {
    kind,
    reference: listed.reference,
    workflowId: listed.workflowId,
    batch: attributes.get(BATCH),
    needsAttention: listed.needsAttention,
    startedAt: startTime,
    changedAt: closeTime ?? changedAt ?? startTime,
    isWedged: problems.length > 0,
    indexed: JSON.stringify([listed, attributes.get(ASSIGNEE), changedAt, runId, ...problems]),
  };
}
