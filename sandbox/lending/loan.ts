import { dateOf, monthsLater, DAY } from '../time/clock';
import type { LoanRecord, Instalment, AccountRecord, BankState } from '../bank-state';
import { BOOKS } from '../money/ledger';
import { moveMoney } from '../money/movements';
import type { ReadingName } from '../readings/dimensions';

/** The instalments of a loan with what has been paid on each. */
export const scheduleOf = (loan: LoanRecord): PaidInstalment[] =>
  applyPayments(loan.instalments, loan.paidKobo);

/** The amount still to be paid, interest included, in kobo. */
export const outstandingKobo = (loan: LoanRecord): number => sumOf(loan.instalments) - loan.paidKobo;

/** The unpaid part of the instalments due by an instant (UTC), in kobo. */
export const dueKobo = (loan: LoanRecord, at: number): number =>
  scheduleOf(loan)
    .filter(({ dueOn }) => dueOn <= dateOf(at))
    .reduce((sum, instalment) => sum + totalOf(instalment) - instalment.paidKobo, 0);

/** The oldest instalment that is not fully paid. */
export const nextInstalment = (loan: LoanRecord): PaidInstalment | undefined =>
  scheduleOf(loan).find((instalment) => instalment.paidKobo < totalOf(instalment));

/** An instalment is overdue from the day after its due date (UTC). */
export function loanStatusOf(loan: LoanRecord, at: number): 'ACTIVE' | 'ACTIVE_IN_ARREARS' | 'CLOSED' {
  const next = nextInstalment(loan);
  if (!next) return 'CLOSED';
  return next.dueOn < dateOf(at) ? 'ACTIVE_IN_ARREARS' : 'ACTIVE';
}

/** An instalment's status as the schedule shows it. */
export function instalmentStatusOf(instalment: PaidInstalment): 'UNPAID' | 'PARTIALLY_PAID' | 'PAID' {
  if (instalment.paidKobo === 0) return 'UNPAID';
  return instalment.paidKobo < totalOf(instalment) ? 'PARTIALLY_PAID' : 'PAID';
}

export interface LoanTerms {
  readonly principalKobo: number;
  readonly months: number;
  /** Flat, of the principal. */
  readonly monthlyInterestPercent: number;
}

/** An instalment and what has been paid on it, in kobo. */
interface PaidInstalment extends Instalment {
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

/** Spreads a total payment over the instalments: the oldest first, in each the interest first. */
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

/** The split of an instalment's payment into interest and principal. */
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

/** Takes a repayment out of an account that has the money, and books it on the loan. */
export function collect(
  state: BankState,
  loan: LoanRecord,
  account: AccountRecord,
  amountKobo: number,
  reference: string,
): LoanRecord {
  const description = `Repayment ${reference}`;
  moveMoney(state, {
    from: account.number,
    to: BOOKS.lending,
    amountKobo,
    category: 'REPAYMENT',
    description,
  });
  const repaid = state.loans.change(loan.id, { paidKobo: loan.paidKobo + amountKobo });
  state.commit('repayment', reference, { amountKobo, note: loan.id });
  if (outstandingKobo(repaid) === 0) state.commit('loan-closed', loan.id);
  return repaid;
}

/** Time from the disbursement until the lending engine changes the schedule: ten days. */
export const RESCHEDULED_AFTER_MS = 10 * DAY;

const fortnightLater = (date: string): string => dateOf(Date.parse(date) + 14 * DAY);

/** Half of an instalment stays; the other half is due a fortnight later. */
function splitInTwo(instalment: Instalment): Instalment[] {
  const { dueOn, principalKobo, interestKobo } = instalment;
  const first = {
    dueOn,
    principalKobo: Math.ceil(principalKobo / 2),
    interestKobo: Math.ceil(interestKobo / 2),
  };
  const second = {
    dueOn: fortnightLater(dueOn),
    principalKobo: principalKobo - first.principalKobo,
    interestKobo: interestKobo - first.interestKobo,
  };
  return [first, second];
}

const changes: { readonly [R in ReadingName<'scheduleContent'>]?: (instalment: Instalment) => Instalment[] } =
  {
    inserted: splitInTwo,
    moved: (instalment) => [{ ...instalment, dueOn: fortnightLater(instalment.dueOn) }],
  };

/** Changes the second instalment of a loan, or its only one, if the reading in force says so. */
export function rescheduleLoan(state: BankState, loanId: string): void {
  const loan = state.loans.get(loanId);
  const change = changes[state.readings.of('scheduleContent')];
  if (!loan || !change) return;
  state.readings.meet('scheduleContent');
  const changed = Math.min(1, loan.instalments.length - 1);
  const instalments = loan.instalments.flatMap((instalment, place) =>
    place === changed ? change(instalment) : [instalment],
  );
  state.loans.change(loanId, { instalments });
}
