import { WorkflowExecutionAlreadyStartedError, type Client as TemporalClient } from '@temporalio/client';
import { moneyEventId, moneyEventStart, type MoneyEvent } from '../domain/money-events';
import { referenceInDescription } from '../domain/remarks';
import { readMoneyEvent } from '../input/money-event';
import type { Client } from '../service/client';
import type { CallLimits } from '../service/exchange';
import { OwnBooks } from './own-books';
import { instantIn, PAGE_SIZE, patiently, readBackTo } from './paging';
import type { ReconcilingDependencies } from './reconciling';
import { readTransactions, type Transaction } from './statement';

/** A stretch of business time, up to now. ISO 8601. */
export interface GapRepairRequest {
  readonly sinceAt: string;
  readonly nowAt: string;
}

/** What a sweep found. */
export interface GapsFound {
  /** Events that the service tells of, by its history or by a statement. */
  readonly seen: number;
  /** Those of them that had never arrived, and are handled now. */
  readonly recovered: number;
  /** Entries of the history that are no money events as we know them. */
  readonly unreadable: number;
}

type Dependencies = ReconcilingDependencies & { readonly service: Client };

/**
 * Compares what the service tells of (the history of its events, the statements of the accounts we pay from) with what
 * arrived. What is missing is handled as if it had arrived; starting it is the comparison, since nothing starts twice.
 */
export async function repairGaps(
  deps: Dependencies,
  { sinceAt, nowAt }: GapRepairRequest,
  limits: CallLimits = {},
): Promise<GapsFound> {
  const history = (await readHistory(deps.service, sinceAt, limits)).map(({ data }) => readMoneyEvent(data));
  const told = history.flatMap((read) => ('event' in read ? read.event : []));
  const shown: MoneyEvent[] = [];
  for (const account of await accountsOf(deps, { sinceAt, nowAt }))
    shown.push(...(await readTransactions(deps.service, account, sinceAt, limits)).flatMap(eventOf));
  // The history comes last: of two tellings it knows more.
  const events = new Map([...shown, ...told].map((event) => [moneyEventId(event), event]));
  const recovered = await countNew([...events.values()], (event) => arrive(deps.client, event));
  return { seen: events.size, recovered, unreadable: history.length - told.length };
}

/** Those of the settings; without any, those that payouts were sent from. */
async function accountsOf(deps: Dependencies, { sinceAt, nowAt }: GapRepairRequest): Promise<Set<string>> {
  if (deps.accounts.length > 0) return new Set(deps.accounts);
  const ended = await new OwnBooks(deps.client, deps.clock).endedBetween(sinceAt, nowAt);
  return new Set(ended.flatMap(({ account }) => account ?? []));
}

async function readHistory(service: Client, sinceAt: string, limits: CallLimits) {
  const readPage = async (page: number) => {
    const ask = () => service.listWebhookEvents({ page, limit: PAGE_SIZE }, limits);
    const { data, total } = await patiently(ask, limits.signal);
    return { items: data, isLast: data.length === 0 || page * PAGE_SIZE >= Number(total) };
  };
  return readBackTo(sinceAt, {
    readPage,
    keyOf: ({ event_type, event_id }) => `${event_type} ${event_id}`,
    atOf: ({ created_at }) => instantIn('listWebhookEvents', 'created_at', created_at),
  });
}

/** A transaction as the event that should have told of it. */
function eventOf({ transactionType, uniqueRef, description }: Transaction): MoneyEvent[] {
  const payout = referenceInDescription(description) ?? null;
  if (transactionType === 'CREDIT') return [{ event: 'account.incoming-transaction', uniqueRef, payout }];
  return transactionType === 'DEBIT' ? [{ event: 'account.outgoing-transaction', uniqueRef, payout }] : [];
}

/** Whether it had not arrived before. */
async function arrive(client: TemporalClient, event: MoneyEvent): Promise<boolean> {
  const { workflowType, ...start } = moneyEventStart(event);
  try {
    await client.workflow.start(workflowType, start);
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

const AT_ONCE = 20;

async function countNew(events: readonly MoneyEvent[], isNew: (event: MoneyEvent) => Promise<boolean>) {
  let count = 0;
  for (let place = 0; place < events.length; place += AT_ONCE) {
    const outcomes = await Promise.all(events.slice(place, place + AT_ONCE).map(isNew));
    count += outcomes.filter((outcome) => outcome).length;
  }
  return count;
}
