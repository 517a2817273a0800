import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { moneyEventId, moneyEventStart, type MoneyEvent } from '../domain/money-events';

/** `new`: kept now. `known`: it has been kept before. */
export type Kept = 'new' | 'known';

/** Longer than Temporal takes when it is well; whoever delivers may not wait much longer. */
const KEPT_WITHIN_MS = 5_000;

/** Keeps an event in Temporal. Rejects when Temporal does not confirm in time: then nobody knows, and it is to come again. */
export async function keepEvent(client: Client, event: MoneyEvent): Promise<Kept> {
  const { workflowType, ...start } = moneyEventStart(event);
  try {
    await client.withDeadline(Date.now() + KEPT_WITHIN_MS, () => client.workflow.start(workflowType, start));
    return 'new';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'known';
    throw error;
  }
}

/** Events that this process remembers to be kept. */
const REMEMBERED_MAX = 10_000;

/** Keeps events, and knows a copy of a recent one without asking Temporal: a storm is mostly copies. */
export function createKeeper(client: Client): (event: MoneyEvent) => Promise<Kept> {
  const recent = new Set<string>();
  return async (event) => {
    const id = moneyEventId(event);
    if (recent.has(id)) return 'known';
    const kept = await keepEvent(client, event);
    recent.add(id);
    const [oldest] = recent;
    if (recent.size > REMEMBERED_MAX && oldest !== undefined) recent.delete(oldest);
    return kept;
  };
}
