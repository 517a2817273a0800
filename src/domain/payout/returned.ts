/**
 * What shows that money of a payout came back. It is evidence only for a payout that left this account: a payout to
 * another account of ours brings a credit under the same reference there.
 */
export interface ReturnedMoney {
  /**
   * `credit`: a line of the statement brings money in. `mark`: the bank has marked the debit as reversed. `event`: the
   * bank has told of a credit, which no statement was asked for.
   */
  readonly source: 'credit' | 'mark' | 'event';
  /** The account that the money came to. */
  readonly accountNumber: string;
  /** The bank's own reference of the credit or, of a mark, of the debit: it tells one return from another. */
  readonly uniqueRef: string;
  /** Kobo; an event's amount has no documented unit, and is left out. */
  readonly amountKobo?: number;
  /** ISO 8601, business time. */
  readonly at?: string;
}

/** What of the evidence concerns a payout out of this account, and has not been looked into before. */
export const newReturns = (
  shown: readonly ReturnedMoney[],
  account: string,
  known: readonly ReturnedMoney[] = [],
): ReturnedMoney[] =>
  shown.filter(
    ({ accountNumber, uniqueRef, source }) =>
      accountNumber === account &&
      !known.some(
        (other) => other.uniqueRef === uniqueRef && (other.source === 'mark') === (source === 'mark'),
      ),
  );
