import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { moneyEventId, moneyEventStart, type MoneyEvent } from '../domain/money/events';

/** `new`: ingested now. `known`: it had been ingested before. */
export type Ingested = 'new' | 'known';

/** Longer than Temporal takes when it is well; the bank may not wait much longer for an answer. */
const CONFIRMED_WITHIN_MS = 5_000;

/** Starts an event's workflow. Rejects if Temporal does not confirm in time; the bank delivers it again. */
export async function ingestEvent(client: Client, event: MoneyEvent): Promise<Ingested> {
  const { workflowType, ...start } = moneyEventStart(event);
  try {
    await client.withDeadline(Date.now() + CONFIRMED_WITHIN_MS, () =>
      client.workflow.start(workflowType, start),
    );
    return 'new';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'known';
    throw error;
  }
}

/** Number of event ids that this process remembers. */
const REMEMBERED_MAX = 10_000;

/** Ingests events, and knows a copy of a recent one without asking Temporal: a storm is mostly copies. */
export function createIngestion(client: Client): (event: MoneyEvent) => Promise<Ingested> {
  const recent = new Set<string>();
  return async (event) => {
    const id = moneyEventId(event);
    if (recent.has(id)) return 'known';
    const ingested = await ingestEvent(client, event);
    recent.add(id);
    const [oldest] = recent;
    if (recent.size > REMEMBERED_MAX && oldest !== undefined) recent.delete(oldest);
    return ingested;
  };
}
