import { REAL_TIME } from '../../src/domain/time/clock';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import type { BankState } from '../../src/sandbox/bank-state';
import { usualCourse } from '../../src/sandbox/scenarios/courses';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import { disburseLoan } from '../../test/support/sandbox/disbursed-loan';
import type { NewCase } from '../readings/cases';

const TERMS = { principalKobo: 1_000_000, months: 2, monthlyInterestPercent: 3 };

/** Charged on the due date and once more; what the bank does not take, the borrower transfers 25 days late. */
const POLICY = { mode: 'charge', graceDays: 1, maximumAttempts: 2, retryAfterDays: 2 } as const;
const BORROWER = { ...usualCourse.borrower, lateDays: 25 };

/** A disbursed loan whose borrower's account holds all that will be due, and its repayment. */
export function openLoan(state: BankState, loanReference: string): NewCase {
  const { id: loanId, customerId } = disburseLoan(state, {
    reference: loanReference,
    terms: TERMS,
    borrower: BORROWER,
  });
  const input: RepaymentInput = { loanReference, loanId, customerId, policy: POLICY, clock: REAL_TIME };
  return {
    name: 'repayment',
    workflowId: caseId('repayment', loanId),
    wanted: { reference: loanReference },
    start: { type: workflowTypes.repayment, input },
  };
}
