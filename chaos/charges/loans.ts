import { REAL_TIME } from '../../src/domain/time/clock';
import { workflowIds } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import type { BankState } from '../../src/sandbox/bank-state';
import { planPayments } from '../../src/sandbox/lending/borrower';
import { instalmentsOf, sumOf } from '../../src/sandbox/lending/schedule';
import { openAccount } from '../../src/sandbox/money/accounts';
import { BOOKS } from '../../src/sandbox/money/ledger';
import { moveMoney } from '../../src/sandbox/money/movements';
import type { ApplicationRecord, CustomerRecord, LoanRecord } from '../../src/sandbox/records';
import { usualCourse } from '../../src/sandbox/scenarios/courses';
import { dateOf } from '../../src/sandbox/time/instants';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import type { NewCase } from '../readings/cases';

const TERMS = { principalKobo: 1_000_000, months: 2, monthlyInterestPercent: 3 };

/** Charged on the due date and once more; what the bank does not take, the borrower transfers 25 days late. */
const POLICY = { mode: 'charge', graceDays: 1, maximumAttempts: 2, retryAfterDays: 2 } as const;
const BORROWER = { ...usualCourse.borrower, lateDays: 25 };

/** A disbursed loan whose borrower's account holds all that will be due, and its repayment. */
export function openLoan(state: BankState, reference: string): NewCase {
  const customerId = `customer-of-${reference}`;
  state.customers.put(customerId, { lending: {} } as CustomerRecord);
  state.applications.put(reference, { borrower: BORROWER } as ApplicationRecord);
  const loan = state.loans.put(`loan-${reference}`, {
    id: `loan-${reference}`,
    applicationId: reference,
    customerId,
    instalments: instalmentsOf(TERMS, dateOf(state.now)),
    paidKobo: 0,
    disbursedAt: state.now,
  });
  fund(state, loan);
  planPayments(state, loan, BORROWER);
  return repaymentOf(loan, reference);
}

function fund(state: BankState, { customerId, instalments }: LoanRecord): void {
  const { number } = openAccount(state, { name: customerId, isStatic: true, customerId });
  const amountKobo = sumOf(instalments) * 2;
  const description = 'Opening balance';
  moveMoney(state, { from: BOOKS.outside, to: number, amountKobo, category: 'FUNDING', description });
}

function repaymentOf({ id: loanId, customerId }: LoanRecord, loanReference: string): NewCase {
  const input: RepaymentInput = { loanReference, loanId, customerId, policy: POLICY, clock: REAL_TIME };
  return {
    name: 'repayment',
    workflowId: workflowIds.repayment(loanId),
    wanted: { reference: loanReference },
    start: { type: workflowTypes.repayment, input },
  };
}
