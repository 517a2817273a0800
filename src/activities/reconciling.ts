import type { Client as TemporalClient } from '@temporalio/client';
import type { Clock } from '../domain/clock';
import type { Difference } from '../domain/differences';
import { linesBetween, strangeReferences, withoutDebit, type Books, type OwnMovement } from '../domain/books';
import { reconcile, type Reconciliation } from '../domain/reconciliation';
import { reportOf, type ReconciliationReport } from '../domain/reconciliation-report';
import { debitAndFee, type StatementLine } from '../domain/statement';
import type { Client } from '../service/client';
import type { CallLimits } from '../service/exchange';
import { reopenReversed } from './reopening';
import { OwnBooks } from './own-books';
import { readLine, readStatement } from './statement';

/** What reconciliation looks into. */
export interface ReconcilingDependencies {
  readonly service: Pick<Client, 'listTransactions' | 'verifyTransaction'>;
  readonly client: TemporalClient;
  readonly clock: Clock;
  /** Accounts that are looked at even when nothing of ours was paid from them. */
  readonly accounts: readonly string[];
}

/** What to reconcile: the payouts that ended in a stretch of business time (ISO 8601). */
export interface ReconciliationRequest {
  readonly fromAt: string;
  readonly toAt: string;
  /** Only this account; otherwise those of the settings and those that payouts were sent from. */
  readonly account?: string | undefined;
  /** The business instant at which it is compared. */
  readonly nowAt: string;
  /** What is younger than this may lack its counterpart. */
  readonly settleSeconds?: number | undefined;
}

/** Both sides show things late: an index of Temporal, a list of the service. */
const SETTLE_SECONDS = 300;

/** Payouts begin before they end: so much of the statement before the first of them is read along. */
const REACH_BACK_MS = 6 * 3_600_000;

/** More than this many debits that are nowhere to be seen are not looked for one by one. */
const LOOK_FOR_MAX = 20;

/**
 * Compares what we know to have left our accounts with their statements. Every difference is looked at a second time,
 * on the side that lacks something, before it counts as one.
 */
export async function reconcileAccounts(
  deps: ReconcilingDependencies,
  request: ReconciliationRequest,
  limits: CallLimits = {},
): Promise<ReconciliationReport> {
  const { fromAt, toAt, account: only, nowAt, settleSeconds = SETTLE_SECONDS } = request;
  const own = new OwnBooks(deps.client, deps.clock);
  const ended = await own.endedBetween(fromAt, toAt);
  const sources = ended.flatMap(({ account }) => account ?? []);
  const accounts = only === undefined ? [...new Set([...deps.accounts, ...sources])].sort() : [only];
  const settledBefore = iso(Date.parse(nowAt) - settleSeconds * 1_000);
  const found = [];
  for (const account of accounts) {
    const lines = await readStatement(deps.service, account, reachedBack(fromAt), limits);
    const books = { account, ours: ended, lines, settledBefore };
    found.push({ account, found: await compare(deps, own, { books, fromAt, toAt }, limits) });
  }
  return reportOf({ fromAt, toAt }, found);
}

interface Period {
  readonly books: Books;
  readonly fromAt: string;
  readonly toAt: string;
}

async function compare(
  deps: ReconcilingDependencies,
  own: OwnBooks,
  { books, fromAt, toAt }: Period,
  limits: CallLimits,
): Promise<Reconciliation> {
  const lookUp = async (references: readonly string[]) =>
    (await own.named(references)).map((movement) => asOf(toAt, movement));
  const lines = linesBetween(books, fromAt, toAt);
  const others = await lookUp(strangeReferences({ ...books, lines }));
  const known = { ...books, lines, ours: [...books.ours, ...others] };
  const complete = { ...known, lines: [...lines, ...(await missingDebits(deps, known, limits))] };
  const suspects = reconcile(complete).differences;
  await reopen(deps, suspects);
  const again = await lookUp(suspects.flatMap(({ reference }) => reference ?? []));
  const isNew = ({ reference }: OwnMovement) => !again.some((other) => other.reference === reference);
  return reconcile({ ...complete, ours: [...complete.ours.filter(isNew), ...again] });
}

/** A payout that came back after it was paid gets a case of its own, which asks the service and looks after it. */
async function reopen(
  { client, clock }: ReconcilingDependencies,
  suspects: readonly Difference[],
): Promise<void> {
  for (const { cause, reference } of suspects)
    if (cause === 'GIVEN_BACK' && reference !== undefined) await reopenReversed(client, reference, clock);
}

/** What ended later was on its way then: it is compared in the period in which it ended. */
const asOf = (toAt: string, own: OwnMovement): OwnMovement =>
  (own.endedAt ?? '') >= toAt ? { ...own, status: 'RUNNING' } : own;

/** Debits that stand so far back that the statement read does not show them, asked for one by one. */
async function missingDebits(
  { service }: ReconcilingDependencies,
  books: Books,
  limits: CallLimits,
): Promise<StatementLine[]> {
  const references = withoutDebit(books)
    .slice(0, LOOK_FOR_MAX)
    .flatMap(({ uniqueRef, feeKobo = 0 }) =>
      uniqueRef === undefined ? [] : debitAndFee(uniqueRef, feeKobo),
    );
  const lines = [];
  for (const reference of references) lines.push(await readLine(service, books.account, reference, limits));
  return lines.filter((line) => line !== undefined);
}

const reachedBack = (fromAt: string) => iso(Date.parse(fromAt) - REACH_BACK_MS);
const iso = (atMs: number) => new Date(atMs).toISOString();
