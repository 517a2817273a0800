import { businessNow, type Clock } from '../../src/domain/time/clock';
import type { BankState } from '../../sandbox/bank-state';
import { usualCourse } from '../../sandbox/scenarios/courses';
import { DAY } from '../../sandbox/time/clock';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import { disburseLoan } from '../../test/support/sandbox/disbursed-loan';

const TERMS = { principalKobo: 50_000_000, months: 6, monthlyInterestPercent: 3 };
const POLICY = { mode: 'observe', graceDays: 1 } as const;

/** As the bench counts months. */
export const MONTH_DAYS = 30;
/** Of so many borrowers one pays late, by so many days. */
const ONE_LATE_OF = 10;
const LATE_DAYS = 10;

/**
 * Loans as a lender has them at any moment: their next instalments are due evenly over a month, and late borrowers owe
 * an instalment that was due up to ten days ago. The bank sends no events of what happened to them before.
 */
export function openPortfolio(state: BankState, clock: Clock, count: number): RepaymentInput[] {
  const { announce } = state;
  state.announce = () => undefined;
  const repayments = openLoans(state, clock, count);
  state.announce = announce;
  return repayments;
}

const openLoans = (state: BankState, clock: Clock, count: number): RepaymentInput[] =>
  Array.from({ length: count }, (_, place) => {
    const isLate = place % ONE_LATE_OF === 0;
    const dueInDays = ((place + 0.5) / count) * MONTH_DAYS - (isLate ? LATE_DAYS : 0);
    const loanReference = `L-${place + 1}`;
    const { id: loanId, customerId } = disburseLoan(state, {
      reference: loanReference,
      terms: TERMS,
      borrower: { ...usualCourse.borrower, lateDays: isLate ? LATE_DAYS : 0 },
      disbursedAt: businessNow(clock, Date.now()) + (dueInDays - MONTH_DAYS) * DAY,
    });
    return { loanReference, loanId, customerId, policy: POLICY, clock };
  });
