import { dateOf } from '../time/instants';
import { staticAccountOf } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import { BOOKS } from '../money/ledger';
import { moveMoney } from '../money/movements';
import type { ApplicationRecord, LoanRecord, BankState } from '../bank-state';
import { changeApplication } from './application';
import { planPayments } from './borrower';
import { RESCHEDULED_AFTER_MS, instalmentsOf } from './loan';

/** The provider's staff pay a loan out; from here on it is a loan with a schedule. */
export function disburse(state: BankState, applicationId: string): void {
  const application = state.applications.get(applicationId);
  if (application?.status !== 'DISBURSEMENT_APPROVED' || !application.offer) return;
  const loan = openLoan(state, application);
  changeApplication(state, applicationId, { status: 'DISBURSED', loanId: loan.id });
  payOut(state, application, application.offer.amountKobo);
  state.commit('disbursed', applicationId, { amountKobo: application.offer.amountKobo });
  planPayments(state, loan, application.borrower);
  const at = state.now + RESCHEDULED_AFTER_MS;
  state.scheduledTasks.add({ at, task: 'reschedule-loan', subject: loan.id });
}

function openLoan(state: BankState, { id, request, offer }: ApplicationRecord): LoanRecord {
  const terms = {
    principalKobo: offer?.amountKobo ?? request.amount,
    months: offer?.months ?? request.repayment_period,
    monthlyInterestPercent: state.settings.monthlyInterestPercent,
  };
  const loanId = state.random.uuid();
  return state.loans.put(loanId, {
    id: loanId,
    applicationId: id,
    customerId: request.customer_id,
    instalments: instalmentsOf(terms, dateOf(state.now)),
    paidKobo: 0,
    disbursedAt: state.now,
  });
}

function payOut(state: BankState, application: ApplicationRecord, amountKobo: number): void {
  const to = destinationOf(state, application);
  const description = `Loan ${application.request.reference}`;
  moveMoney(state, { from: BOOKS.lending, to, amountKobo, category: 'LOAN', description });
  if (!application.borrower.spendsLoan || to === BOOKS.outside) return;
  moveMoney(state, {
    from: to,
    to: BOOKS.outside,
    amountKobo,
    category: 'TRANSFER',
    description: 'Withdrawal',
  });
}

/** The account that was set for it, or the customer's own. */
function destinationOf(state: BankState, { disbursementAccount, request }: ApplicationRecord): string {
  if (!disbursementAccount) return staticAccountOf(state, request.customer_id)?.number ?? BOOKS.outside;
  const { account_number, bank_code } = disbursementAccount;
  const isOwn = bank_code === OWN_BANK.code && state.accounts.get(account_number);
  return isOwn ? account_number : BOOKS.outside;
}
