import type { BankState, ApplicationRecord, CustomerRecord, LoanRecord } from '../../../sandbox/bank-state';
import { planPayments } from '../../../sandbox/lending/disbursement';
import { instalmentsOf, sumOf, type LoanTerms } from '../../../sandbox/lending/loan';
import { openAccount } from '../../../sandbox/money/accounts';
import { BOOKS } from '../../../sandbox/money/ledger';
import { moveMoney } from '../../../sandbox/money/movements';
import type { Course } from '../../../sandbox/scenarios/courses';
import { dateOf } from '../../../sandbox/time/clock';

/** What a disbursed loan is like. */
export interface DisbursedLoan {
  readonly reference: string;
  readonly terms: LoanTerms;
  readonly borrower: Course<'borrower'>;
  /** Business milliseconds since the epoch; the first instalment is due a month later. Left out, now. */
  readonly disbursedAt?: number;
}

/** Puts a disbursed loan into the bank, with what came before left out; its borrower's account holds twice all that will be due. */
export function disburseLoan(
  state: BankState,
  { reference, terms, borrower, disbursedAt = state.now }: DisbursedLoan,
): LoanRecord {
  const customerId = `customer-of-${reference}`;
  state.customers.put(customerId, { lending: {} } as CustomerRecord);
  state.applications.put(reference, { borrower } as ApplicationRecord);
  const loan = state.loans.put(`loan-${reference}`, {
    id: `loan-${reference}`,
    applicationId: reference,
    customerId,
    instalments: instalmentsOf(terms, dateOf(disbursedAt)),
    paidKobo: 0,
    disbursedAt,
  });
  fund(state, loan);
  planPayments(state, loan, borrower);
  return loan;
}

function fund(state: BankState, { customerId, instalments }: LoanRecord): void {
  const { number } = openAccount(state, { name: customerId, isStatic: true, customerId });
  const amountKobo = sumOf(instalments) * 2;
  const description = 'Opening balance';
  moveMoney(state, { from: BOOKS.outside, to: number, amountKobo, category: 'FUNDING', description });
}
