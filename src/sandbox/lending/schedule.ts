import { monthsLater } from '../time/instants';
import type { Instalment } from '../records';

export interface LoanTerms {
  readonly principalKobo: number;
  readonly months: number;
  /** Flat, of the principal. */
  readonly monthlyInterestPercent: number;
}

/** An instalment and what has been paid on it, in kobo. */
export interface PaidInstalment extends Instalment {
  readonly paidKobo: number;
}

/** Monthly instalments after a date; principal and interest are spread evenly and add up to the kobo. */
export function instalmentsOf(terms: LoanTerms, startOn: string): Instalment[] {
  const { principalKobo, months, monthlyInterestPercent } = terms;
  const principal = spread(principalKobo, months);
  const interest = spread(Math.round((principalKobo * monthlyInterestPercent * months) / 100), months);
  return principal.map((kobo, place) => ({
    dueOn: monthsLater(startOn, place + 1),
    principalKobo: kobo,
    interestKobo: interest[place] as number,
  }));
}

/** What a payment of so much in all covers: the oldest instalment first, in each the interest first. */
export function applyPayments(instalments: readonly Instalment[], paidKobo: number): PaidInstalment[] {
  let left = paidKobo;
  return instalments.map((instalment) => {
    const paid = Math.min(left, totalOf(instalment));
    left -= paid;
    return { ...instalment, paidKobo: paid };
  });
}

export const totalOf = ({ principalKobo, interestKobo }: Instalment): number => principalKobo + interestKobo;

export const sumOf = (instalments: readonly Instalment[]): number =>
  instalments.reduce((sum, instalment) => sum + totalOf(instalment), 0);

/** How much of what was paid on an instalment is interest, and how much principal. */
export function splitOf({ interestKobo, paidKobo }: PaidInstalment) {
  const interestPaidKobo = Math.min(interestKobo, paidKobo);
  return { interestPaidKobo, principalPaidKobo: paidKobo - interestPaidKobo };
}

/** Whole parts that differ by one at most; the larger ones come first. */
function spread(total: number, parts: number): number[] {
  const part = Math.floor(total / parts);
  const larger = total - part * parts;
  return Array.from({ length: parts }, (_, place) => part + (place < larger ? 1 : 0));
}
