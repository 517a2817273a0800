import { differenceCauses, differenceKobo, type Difference, type DifferenceKind } from './differences';
import { addDays, endOfLagosDay, lagosDayOf, startOfLagosDay } from '../time/lagos-days';
import type { ReconciliationInput } from './input';
import type { Found, Reconciliation } from './matching';

/** A requested period: Lagos days (YYYY-MM-DD) from and to, both included, or the last whole days. */
type PeriodWish = Pick<ReconciliationInput, 'fromOn' | 'toOn' | 'days'>;

/** A period of business time, its end excluded. ISO 8601. */
export interface Period {
  readonly fromAt: string;
  readonly toAt: string;
}

/** The requested period at a business instant (milliseconds); by default since yesterday began in Lagos. */
export function periodOf({ fromOn, toOn, days }: PeriodWish, nowMs: number): Period {
  const today = lagosDayOf(nowMs);
  if (days !== undefined)
    return { fromAt: iso(startOfLagosDay(addDays(today, -days))), toAt: iso(startOfLagosDay(today)) };
  const from = startOfLagosDay(fromOn ?? addDays(today, -1));
  const to = toOn === undefined ? nowMs : Math.min(nowMs, endOfLagosDay(toOn));
  return { fromAt: iso(from), toAt: iso(Math.max(from, to)) };
}

const iso = (atMs: number) => new Date(atMs).toISOString();

export interface ReportedDifference extends Difference {
  readonly kind: DifferenceKind;
  readonly differenceKobo: number;
}

export interface AccountReport {
  /** The end of its number: enough to tell it apart, too little to use. */
  readonly account: string;
  readonly counts: Readonly<Record<Found, number>>;
  /** The money that each kind takes out of the account, in kobo; negative for incoming money. */
  readonly sumsKobo: Readonly<Record<Found, number>>;
  readonly differenceKobo: number;
  /** The first differences; `counts.difference` is their number. */
  readonly differences: readonly ReportedDifference[];
  /** The first of our movements in flight, by reference; missing from reports of before the field existed. */
  readonly unsettled?: readonly string[];
}

/** The result for a period, over all accounts. */
export interface ReconciliationReport extends Period {
  readonly matched: number;
  readonly inFlight: number;
  /** Differences of every kind. */
  readonly unmatched: number;
  readonly oursOnly: number;
  readonly theirsOnly: number;
  readonly differentAmount: number;
  /** The sum of all differences, whichever side has more. */
  readonly differenceKobo: number;
  readonly accounts: readonly AccountReport[];
  /** Set if a person ended it: then the counts, which may be empty, conclude nothing. */
  readonly cancelled?: true;
}

/** Differences, and movements in flight, listed per account, so that a report stays far below the limit of a workflow's payload. */
const LISTED_MAX = 200;

/** Sums up the findings of all accounts. */
export function reportOf(
  period: Period,
  accounts: readonly { readonly account: string; readonly found: Reconciliation }[],
): ReconciliationReport {
  const all = accounts.flatMap(({ found }) => found.differences);
  const ofKind = (kind: DifferenceKind) =>
    all.filter(({ cause }) => differenceCauses[cause].kind === kind).length;
  const count = (found: Found) => accounts.reduce((sum, { found: { counts } }) => sum + counts[found], 0);
  return {
    ...period,
    matched: count('matched'),
    inFlight: count('inFlight'),
    unmatched: all.length,
    oursOnly: ofKind('OURS_ONLY'),
    theirsOnly: ofKind('THEIRS_ONLY'),
    differentAmount: ofKind('DIFFERENT_AMOUNT'),
    differenceKobo: sumOf(all),
    accounts: accounts.map(({ account, found }) => accountReport(account, found)),
  };
}

const accountReport = (
  account: string,
  { counts, sumsKobo, differences, unsettled }: Reconciliation,
): AccountReport => ({
  account: `…${account.slice(-4)}`,
  counts,
  sumsKobo,
  unsettled: unsettled.slice(0, LISTED_MAX),
  differenceKobo: sumOf(differences),
  differences: differences.slice(0, LISTED_MAX).map((difference) => ({
    ...difference,
    kind: differenceCauses[difference.cause].kind,
    differenceKobo: differenceKobo(difference),
  })),
});

const sumOf = (differences: readonly Difference[]) =>
  differences.reduce((sum, difference) => sum + differenceKobo(difference), 0);
