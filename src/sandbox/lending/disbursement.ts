import { dateOf } from '../instants';
import { staticAccountOf } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import { BOOKS } from '../money/ledger';
import { moveMoney } from '../money/movements';
import type { ApplicationRecord, LoanRecord } from '../records';
import type { World } from '../world';
import { changeApplication } from './application';
import { plannedPayments } from './borrower';
import { instalmentsOf } from './schedule';

/** The provider's staff pay a loan out; from here on it is a loan with a schedule. */
export function disburse(world: World, applicationId: string): void {
  const application = world.applications.get(applicationId);
  if (application?.status !== 'DISBURSEMENT_APPROVED' || !application.offer) return;
  const loan = openLoan(world, application);
  changeApplication(world, applicationId, { status: 'DISBURSED', loanId: loan.id });
  payOut(world, application, application.offer.amountKobo);
  world.commit('disbursed', applicationId, { amountKobo: application.offer.amountKobo });
  for (const { at, targetKobo } of plannedPayments(loan, application.borrower)) {
    world.agenda.add({ at, task: 'borrower-pays', subject: loan.id, targetKobo });
  }
}

function openLoan(world: World, { id, request, offer }: ApplicationRecord): LoanRecord {
  const terms = {
    principalKobo: offer?.amountKobo ?? request.amount,
    months: offer?.months ?? request.repayment_period,
    monthlyInterestPercent: world.settings.monthlyInterestPercent,
  };
  const loanId = world.random.uuid();
  return world.loans.put(loanId, {
    id: loanId,
    applicationId: id,
    customerId: request.customer_id,
    instalments: instalmentsOf(terms, dateOf(world.now)),
    paidKobo: 0,
    disbursedAt: world.now,
  });
}

function payOut(world: World, application: ApplicationRecord, amountKobo: number): void {
  const to = destinationOf(world, application);
  const description = `Loan ${application.request.reference}`;
  moveMoney(world, { from: BOOKS.lending, to, amountKobo, category: 'LOAN', description });
  if (!application.borrower.spendsLoan || to === BOOKS.outside) return;
  moveMoney(world, {
    from: to,
    to: BOOKS.outside,
    amountKobo,
    category: 'TRANSFER',
    description: 'Withdrawal',
  });
}

/** The account that was set for it, or the customer's own. */
function destinationOf(world: World, { disbursementAccount, request }: ApplicationRecord): string {
  if (!disbursementAccount) return staticAccountOf(world, request.customer_id)?.number ?? BOOKS.outside;
  const { account_number, bank_code } = disbursementAccount;
  const isOwn = bank_code === OWN_BANK.code && world.accounts.get(account_number);
  return isOwn ? account_number : BOOKS.outside;
}
