import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { INVALID_INPUT } from '../domain/wire/failure-types';
import { moneyEventId, moneyEventStart, type MoneyEvent } from '../domain/money/bank-events';
import { isBegun } from '../temporal/runs';

/** `new`: ingested now. `known`: it had been ingested before. */
export type Ingested = 'new' | 'known';

/** Longer than Temporal takes when it is well; the bank may not wait much longer for an answer. */
const CONFIRMED_WITHIN_MS = 5_000;

/** Starts an event's workflow. Rejects if Temporal does not confirm in time; the bank delivers it again. */
export async function ingestEvent(client: Client, event: MoneyEvent): Promise<Ingested> {
  const { workflowType, ...start } = moneyEventStart(event);
  const starting = client.withDeadline(Date.now() + CONFIRMED_WITHIN_MS, () =>
    client.workflow.start(workflowType, start),
  );
  return (await isBegun(starting)) ? 'new' : 'known';
}

/** No worker reads what this process encrypts: its key is of another ring. */
export class ForeignKeyError extends Error {
  override readonly name = 'ForeignKeyError';
}

/** How long an answer waits at most to see whether a worker reads the event; Temporal gives up a second earlier. */
const READ_WITHIN_MS = 3_000;

/** How an event's workflow has ended: `refused` if it could not be read, `undefined` if it runs or nobody knows. */
async function endOf(client: Client, workflowId: string): Promise<'read' | 'refused' | undefined> {
  const { namespace } = client.options;
  const asked = { namespace, execution: { workflowId }, waitNewEvent: true, historyEventFilterType: CLOSE };
  const { history } = await client
    .withDeadline(Date.now() + READ_WITHIN_MS, () =>
      client.workflowService.getWorkflowExecutionHistory(asked),
    )
    .catch(() => ({ history: undefined }));
  const [end] = history?.events ?? [];
  if (!end) return undefined;
  const { failure } = end.workflowExecutionFailedEventAttributes ?? {};
  return failure?.applicationFailureInfo?.type === INVALID_INPUT ? 'refused' : 'read';
}

const CLOSE = temporal.api.enums.v1.HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT;

const REMEMBERED_MAX = 10_000;

/**
 * Ingests events, and knows a copy of a recent one without asking Temporal: a storm is mostly copies. Until a
 * worker has read one, it looks whether they can. The ingestion rejects with ForeignKeyError if they cannot.
 */
export function createIngestion(client: Client): (event: MoneyEvent) => Promise<Ingested> {
  const recent = new Set<string>();
  let known: 'read' | 'refused' | 'being looked at' | undefined;
  return async (event) => {
    const id = moneyEventId(event);
    if (recent.has(id)) return 'known';
    const ingested = await ingestEvent(client, event);
    if (ingested === 'new' && (known === undefined || known === 'refused')) {
      const before = known;
      known ??= 'being looked at';
      known = (await endOf(client, id)) ?? before;
      if (known === 'refused')
        throw new ForeignKeyError(
          'No worker has the key that this receiver encrypts under: give ENCRYPTION_KEYS their file for senders',
        );
    }
    recent.add(id);
    const [oldest] = recent;
    if (recent.size > REMEMBERED_MAX && oldest !== undefined) recent.delete(oldest);
    return ingested;
  };
}
