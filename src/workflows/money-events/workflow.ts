import { workflowInfo } from '@temporalio/workflow';
import type { BackfillResult, MoneyEvent, MoneyEventResult } from '../../domain/money/bank-events';
import { returnOn, returnsIn, type Return } from '../../domain/reconciliation/ledger';
import { loanOfCharge } from '../../domain/repayment/charge';
import { FEE_SUFFIX, STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';
import { PAGE_SIZE } from '../../bank/contract/limits';
import { bankProxies, inPlace, scheduledJobs } from '../activity-proxies';
import { lineOf, type StatementLine } from '../../domain/reconciliation/statement';
import { HOUR_MS, REAL_TIME, atLeastReal, businessNow, type Clock } from '../../domain/time/clock';

/** Finds the case that a movement of money belongs to, and wakes it. The case reads the truth for itself. */
export async function moneyEventWorkflow(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.uniqueRef.endsWith(STAMP_DUTY_SUFFIX))
    return { outcome: 'paired', with: 'the transfer that the stamp duty is for' };
  return event.event === 'account.incoming-transaction' ? moneyCame(event) : moneyLeft(event);
}

/**
 * Handles money that came back from a payout, in whatever words, or that a borrower paid in. Without a
 * remark, and if no loan waits for it, the account is read.
 */
async function moneyCame(event: MoneyEvent): Promise<MoneyEventResult> {
  const { accountId, mentions } = event;
  const loans =
    accountId === undefined ? [] : await inPlace.wakeLoans({ accountId, notificationId: notificationId() });
  const isClear = mentions !== undefined || loans.length > 0;
  const returns = isClear ? [returnOf(event)] : await returnsOnPage(event);
  const woken = await inPlace.wakeReturned({ returns, notificationId: notificationId() });
  if (loans.length + woken.length > 0) return { outcome: 'woken', workflowIds: [...loans, ...woken] };
  return { outcome: 'unmatched', why: 'no loan waits for money on this account' };
}

/** An event is evidence for a payout out of its account; where it names no account, the bank alone is asked. */
function returnOf({ mentions = [], returned, accountNumber, uniqueRef }: MoneyEvent): Return {
  const told = accountNumber === undefined ? [] : [{ source: 'event', accountNumber, uniqueRef } as const];
  return { references: mentions, evidence: returned ? [returned] : told };
}

/** The returns on the account's page: the transaction itself, and debits marked as reversed. */
async function returnsOnPage(event: MoneyEvent): Promise<Return[]> {
  const { accountNumber = '', uniqueRef } = event;
  const lines = await accountPage(event);
  const own = lines.filter((line) => line.uniqueRef === uniqueRef);
  return [
    ...own.map((line) => returnOn(line, accountNumber)),
    ...returnsIn({ account: accountNumber, ours: [], lines, settledBefore: '' }),
  ];
}

async function moneyLeft(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.uniqueRef.endsWith(FEE_SUFFIX))
    return { outcome: 'paired', with: 'the payment that it is a fee of' };
  const { mentions: references = await mentionsOnPage(event) } = event;
  if (references.length === 0) return { outcome: 'unmatched', why: 'it names no payout' };
  if (references.some((reference) => loanOfCharge(reference) !== undefined))
    return { outcome: 'paired', with: 'a repayment of ours' };
  const { outcome, workflowId } = await inPlace.wakePayout({ references, notificationId: notificationId() });
  if (outcome === 'woken' && workflowId !== undefined) return { outcome, workflowIds: [workflowId] };
  const why = outcome === 'ended' ? 'the payout has ended' : 'it names no payout of ours';
  return { outcome: 'unmatched', why };
}

async function mentionsOnPage(event: MoneyEvent): Promise<readonly string[]> {
  const lines = await accountPage(event);
  return lines.find(({ uniqueRef }) => uniqueRef === event.uniqueRef)?.mentions ?? [];
}

/** The event's own workflow id tells it from others. */
const notificationId = () => workflowInfo().workflowId;

/**
 * The first page of the account of an event that has no remark; empty where the event names no account. The page need
 * not show the transaction: the case then finds the money by its own poll, or the nightly reconciliation does.
 */
async function accountPage({ accountNumber }: MoneyEvent): Promise<StatementLine[]> {
  if (accountNumber === undefined) return [];
  const { routine } = bankProxies(REAL_TIME);
  const { transactions } = await routine.listTransactions({
    account_number: accountNumber,
    limit: PAGE_SIZE,
  });
  return transactions.map((transaction) => lineOf(transaction));
}

/** Real milliseconds that lines may show late, and that a first run looks back at least, on any clock. */
const LATE_REAL_MS = 10_000;
const FIRST_REAL_MS = 600_000;

/** Finds money events that never arrived. Run on a schedule: each run goes on from where the last one ended. */
export async function missedEventsWorkflow(given: unknown = {}): Promise<BackfillResult> {
  const { clock, lookBackHours } = await inPlace.parseBackfillInput(given);
  const now = businessNow(clock, Date.now());
  const since = lastReadTo(clock) ?? now - atLeastReal(clock, lookBackHours * HOUR_MS, FIRST_REAL_MS);
  const found = await scheduledJobs.backfillMissedEvents({ sinceAt: iso(since), nowAt: iso(now) });
  return { readTo: iso(now), ...found };
}

/** Where to go on, in business milliseconds: the end of the last run, less the time lines may show late. */
function lastReadTo(clock: Clock): number | undefined {
  const { readTo } = Object(workflowInfo().lastResult) as Partial<BackfillResult>;
  return readTo === undefined ? undefined : Date.parse(readTo) - atLeastReal(clock, HOUR_MS, LATE_REAL_MS);
}

const iso = (atMs: number) => new Date(atMs).toISOString();
