import { dateOf } from '../time/instants';
import type { LoanRecord } from '../records';
import { applyPayments, sumOf, totalOf, type PaidInstalment } from './schedule';

/** The instalments of a loan with what has been paid on each. */
export const scheduleOf = (loan: LoanRecord): PaidInstalment[] =>
  applyPayments(loan.instalments, loan.paidKobo);

/** What is still to be paid, interest included, in kobo. */
export const outstandingKobo = (loan: LoanRecord): number => sumOf(loan.instalments) - loan.paidKobo;

/** What is still to be paid of the instalments that are due by an instant (UTC), in kobo. */
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

/** As the schedule shows an instalment. */
export function instalmentStatusOf(instalment: PaidInstalment): 'UNPAID' | 'PARTIALLY_PAID' | 'PAID' {
  if (instalment.paidKobo === 0) return 'UNPAID';
  return instalment.paidKobo < totalOf(instalment) ? 'PARTIALLY_PAID' : 'PAID';
}
