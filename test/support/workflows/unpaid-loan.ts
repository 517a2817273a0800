import { REAL_TIME } from '../../../src/domain/time/clock';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { usualCourse } from '../../../sandbox/scenarios/courses';
import type { RepaymentInput } from '../../../src/workflows/repayment/repayment-case';
import { disburseLoan } from '../sandbox/disbursed-loan';
import type { Steering } from './steering';

/** How such a loan is followed. */
type Followed = Pick<RepaymentInput, 'policy'> & Partial<RepaymentInput> & { readonly months: number };

/** Minutes. */
export const HOUR = 60;
export const DAY = 24 * HOUR;
export const MONTH = 31 * DAY;
/** What is due each month, and a part of it, in kobo. */
export const MONTHLY = 100_000;
export const PART = 10_000;

export const CHARGING = { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 } as const;

let made = 0;

/** A loan whose borrower pays nothing by themselves, with the money in the account, and its repayment, once it has a schedule. */
export async function unpaid(environment: Steering, followed: Followed) {
  const begun = await disbursed(environment, followed);
  await begun.repayment.until(({ facts }) => facts.nextDueOn != null, 1);
  return begun;
}

/** As above, of which so much was paid before its repayment began. */
export async function disbursed(environment: Steering, { months, ...more }: Followed, paidKobo = 0) {
  const loanReference = `LN-money-${++made}`;
  const { id: loanId, customerId } = disburseLoan(environment.bank, {
    reference: loanReference,
    terms: { principalKobo: months * MONTHLY, months, monthlyInterestPercent: 0 },
    borrower: { ...usualCourse.borrower, stopsAfter: 0 },
    disbursedAt: environment.parts().sandbox.state.now,
  });
  environment.bank.loans.change(loanId, { paidKobo });
  const input: RepaymentInput = { loanReference, loanId, customerId, clock: REAL_TIME, ...more };
  const repayment = await environment.start(workflowTypes.repayment, caseId('repayment', loanId), input);
  return { repayment, loanId, customerId, loanReference };
}

/** The charges of a loan that have reached the bank, and those that it took. */
export const chargesAt = (environment: Steering) => ({
  reached: (loanId: string) => environment.bank.repayments.all().filter((one) => one.loanId === loanId),
  taken: (loanId: string) =>
    environment.bank.committed.list({ effect: 'repayment' }).filter(({ note }) => note === loanId),
});
