import type { Client } from '@temporalio/client';
import type { BankClient } from '../../bank/client';
import type { CallLimits } from '../../bank/exchange';
import type { Clock } from '../../domain/time/clock';
import type { Return } from '../../domain/reconciliation/ledger';
import { attempted } from '../activity-wrapper';
import { each, isBegun } from '../../temporal/runs';
import { heartbeating } from '../heartbeats';
import { reopenFirst, type ReopeningTerms } from '../notifications/wake-ups';
import { LedgerReader, type OwnLedger } from './ledger';
import { reconcileAccounts, type ReconciliationRequest } from './reconcile';
import {
  moneyEventId,
  moneyEventStart,
  type BackfillResult,
  type MoneyEvent,
} from '../../domain/money/bank-events';
import { evidenceOf, lineOf } from '../../domain/reconciliation/statement';
import { readMoneyEvent } from '../../input/money-event';
import { PAGE_SIZE } from '../../bank/contract/limits';
import { ifKnown, patiently, readBackTo, readTransactions, type Transaction } from './statement';

interface ScheduledJobsDependencies {
  readonly bank: BankClient;
  readonly client: Client;
  readonly clock: Clock;
  /** Accounts that are looked at even when nothing of ours was paid from them. */
  readonly accounts: readonly string[];
  /** Words by which the bank names a fee on a statement. */
  readonly feeWords?: readonly string[] | undefined;
  /** Gives the cases that are reopened the proof that a worker has begun them. */
  readonly vouch?: ReopeningTerms['vouch'];
}

/** Work that takes many calls: it may last for more than one window of the rate limiter. */
export function createScheduledJobs(deps: ScheduledJobsDependencies) {
  const { bank, client, clock, accounts, feeWords, vouch } = deps;
  const ledger = new LedgerReader(client, clock);
  const reopen = ({ references, evidence }: Return) =>
    reopenFirst(client, references, { clock, vouch, evidence });
  const reconciling = { statements: { bank, feeWords }, ledger, reopen, accounts };
  return {
    backfillMissedEvents: scheduledJob((request: BackfillRequest, limits) =>
      backfillMissedEvents({ bank, client, ledger, accounts }, request, limits),
    ),
    reconcileAccounts: scheduledJob((request: ReconciliationRequest, limits) =>
      reconcileAccounts(reconciling, request, limits),
    ),
  };
}

/** An activity that heartbeats for as long as it runs, so that Temporal soon misses a killed worker. */
const scheduledJob = <I, O>(work: (input: I, limits: CallLimits) => Promise<O>): ((input: I) => Promise<O>) =>
  attempted('none', (input, limits) => heartbeating(() => work(input, limits)));

/** A stretch of business time, up to now. ISO 8601. */
interface BackfillRequest {
  readonly sinceAt: string;
  readonly nowAt: string;
}

export interface BackfillDependencies extends Pick<ScheduledJobsDependencies, 'client' | 'accounts'> {
  readonly bank: Pick<BankClient, 'listTransactions' | 'listWebhookEvents'>;
  readonly ledger: OwnLedger;
}

/**
 * Compares the events that the bank shows (in its history, on the statements of the accounts we pay from)
 * with those that arrived. A missed event is handled as if it had arrived: starting its workflow is the
 * comparison, since an id of an event is used again only after a failure.
 */
export async function backfillMissedEvents(
  deps: BackfillDependencies,
  { sinceAt, nowAt }: BackfillRequest,
  limits: CallLimits = {},
): Promise<Omit<BackfillResult, 'readTo'>> {
  const history = (await readHistory(deps.bank, sinceAt, limits)).map(({ data }) => readMoneyEvent(data));
  const recorded = history.flatMap((read) => ('event' in read ? read.event : []));
  const shown: MoneyEvent[] = [];
  const accounts = deps.accounts.length > 0 ? deps.accounts : await deps.ledger.accountsUntil(nowAt);
  for (const account of accounts) {
    const read = readTransactions(deps.bank, account, sinceAt, limits);
    const transactions = await ifKnown(read, deps.accounts.length > 0);
    shown.push(...transactions.flatMap((transaction) => eventsOf(account, transaction)));
  }
  const events = new Map<string, MoneyEvent>();
  // Each source knows facts of an event that the other lacks.
  for (const event of [...shown, ...recorded])
    events.set(moneyEventId(event), { ...events.get(moneyEventId(event)), ...event });
  const areNew = await each([...events.values()], (event) => isNew(deps.client, event));
  const recovered = areNew.filter((one) => one).length;
  return { seen: events.size, recovered, unreadable: history.length - recorded.length };
}

async function readHistory(bank: Pick<BankClient, 'listWebhookEvents'>, sinceAt: string, limits: CallLimits) {
  const readPage = async (page: number, found: number) => {
    const ask = () => bank.listWebhookEvents({ page, limit: PAGE_SIZE }, limits);
    const { data, total } = await patiently(ask, limits.signal);
    return { items: data, isLast: total !== undefined && found + data.length >= Number(total) };
  };
  return readBackTo(sinceAt, {
    readPage,
    keyOf: ({ event_type, event_id }) => `${event_type} ${event_id}`,
    atOf: ({ created_at }) => created_at,
  });
}

/**
 * A transaction as the events that should have announced it. The bank marks the debit of a payout that came back,
 * whatever the words of the credit are: that is an event of its own.
 */
function eventsOf(accountNumber: string, transaction: Transaction): MoneyEvent[] {
  const line = lineOf(transaction);
  const { uniqueRef, direction, mentions = [] } = line;
  const [returned] = evidenceOf(line, accountNumber);
  const shown = { mentions, accountNumber, ...(returned && { returned }) };
  if (returned?.source === 'mark')
    return [{ event: 'account.incoming-transaction', uniqueRef: `${uniqueRef}_REVERSED`, ...shown }];
  if (direction === 'CREDIT') return [{ event: 'account.incoming-transaction', uniqueRef, ...shown }];
  return direction === 'DEBIT' ? [{ event: 'account.outgoing-transaction', uniqueRef, ...shown }] : [];
}

/** Starts the workflow of an event; false when the event had arrived before. */
function isNew(client: Client, event: MoneyEvent): Promise<boolean> {
  const { workflowType, ...start } = moneyEventStart(event);
  return isBegun(client.workflow.start(workflowType, start));
}
