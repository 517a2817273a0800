import { differenceCauses, differenceKobo, type Difference, type DifferenceKind } from './differences';
import type { Found, Reconciliation } from './matching';

/** A difference as it is reported. */
export interface ReportedDifference extends Difference {
  readonly kind: DifferenceKind;
  readonly differenceKobo: number;
}

/** How one account stands. */
export interface AccountReport {
  /** The end of its number: enough to tell it apart, too little to use. */
  readonly account: string;
  readonly counts: Readonly<Record<Found, number>>;
  /** What each kind takes out of the account, in kobo; what comes in is negative. */
  readonly sumsKobo: Readonly<Record<Found, number>>;
  readonly differenceKobo: number;
  /** The first of them; `counts.difference` says how many there are. */
  readonly differences: readonly ReportedDifference[];
}

/** How a stretch of business time stands, over all accounts. Instants are ISO 8601. */
export interface ReconciliationReport {
  readonly fromAt: string;
  readonly toAt: string;
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
  /** A person ended it: then the counts, which may be empty, conclude nothing. */
  readonly cancelled?: true;
}

/** Differences listed per account: a report stays far below what a workflow may carry. */
const LISTED_MAX = 200;

/** Sums up what was found on each account. */
export function reportOf(
  period: Pick<ReconciliationReport, 'fromAt' | 'toAt'>,
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
  { counts, sumsKobo, differences }: Reconciliation,
): AccountReport => ({
  account: `…${account.slice(-4)}`,
  counts,
  sumsKobo,
  differenceKobo: sumOf(differences),
  differences: differences.slice(0, LISTED_MAX).map((difference) => ({
    ...difference,
    kind: differenceCauses[difference.cause].kind,
    differenceKobo: differenceKobo(difference),
  })),
});

const sumOf = (differences: readonly Difference[]) =>
  differences.reduce((sum, difference) => sum + differenceKobo(difference), 0);
