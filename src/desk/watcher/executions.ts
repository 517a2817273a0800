import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { listedOf } from '../../cases/list';
import { kinds, nouns } from '../../domain/kinds';
import { attributeKey, reportedProblems } from '../../domain/wire/search-attributes';
import type { Kind } from '../contract/fields';

/** A case as Temporal's index shows it. */
export type IndexedCase = Readonly<NonNullable<ReturnType<typeof indexedCase>>>;

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

function indexedCase(execution: WorkflowExecutionInfo) {
  const kind = kindOfType.get(execution.type);
  if (!kind) return undefined;
  const listed = listedOf(kinds[kind], execution);
  const { reference, workflowId, needsAttention } = listed;
  const { typedSearchAttributes: attributes, startTime: startedAt, closeTime, runId } = execution;
  const changedAt = attributes.get(CHANGED_AT);
  const problems = attributes.get(reportedProblems) ?? [];
  return {
    ...{ kind, reference, workflowId, needsAttention, startedAt, batch: attributes.get(BATCH) },
    changedAt: closeTime ?? changedAt ?? startedAt,
    /** Whether Temporal reports that its workflow tasks fail again and again. */
    isWedged: problems.length > 0,
    /** All that the index says, as one text: if it differs, the case has changed. */
    indexed: JSON.stringify([listed, attributes.get(ASSIGNEE), changedAt, runId, ...problems]),
  };
}
