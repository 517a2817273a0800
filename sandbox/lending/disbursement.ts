import { dateOf, DAY } from '../time/clock';
import { staticAccountOf } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import { BOOKS } from '../money/ledger';
import { moveMoney } from '../money/movements';
import type { ApplicationRecord, LoanRecord, BankState } from '../bank-state';
import { changeApplication } from './application';
import { RESCHEDULED_AFTER_MS, instalmentsOf, collect, sumOf } from './loan';
import { receiversDuty, receiveTransfer } from '../money/fees';
import type { Course } from '../scenarios/courses';

/** Pays a loan out, as the provider's staff do; from here on it is a loan with a schedule. */
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

/** The account set for the disbursement, or the customer's own. */
function destinationOf(state: BankState, { disbursementAccount, request }: ApplicationRecord): string {
  if (!disbursementAccount) return staticAccountOf(state, request.customer_id)?.number ?? BOOKS.outside;
  const { account_number, bank_code } = disbursementAccount;
  const isOwn = bank_code === OWN_BANK.code && state.accounts.get(account_number);
  return isOwn ? account_number : BOOKS.outside;
}

/** The time of a borrower's payment, and the total paid after it, in kobo. */
interface PlannedPayment {
  readonly at: number;
  readonly targetKobo: number;
}

/** Transfers arrive in the morning of their day, UTC. */
const HOUR_OF_PAYMENT = (8 * DAY) / 24;

const morningOf = (date: string, daysLater: number): number =>
  Date.parse(date) + HOUR_OF_PAYMENT + daysLater * DAY;

/** All planned payments of a borrower on a loan, in order of time. */
function plannedPayments(loan: LoanRecord, borrower: Course<'borrower'>): PlannedPayment[] {
  const caughtUpAt = catchUpAt(loan, borrower);
  const regular = loan.instalments.flatMap((instalment, place) => {
    const at = morningOf(instalment.dueOn, borrower.lateDays);
    const isCaughtUp = caughtUpAt !== undefined && at > caughtUpAt;
    if (isCaughtUp) return [{ at, targetKobo: dueAfter(loan, place) }];
    if (place >= (borrower.stopsAfter ?? Infinity)) return [];
    return [{ at, targetKobo: Math.floor(dueAfter(loan, place) * borrower.share) }];
  });
  return [...regular, ...catchUp(loan, caughtUpAt), ...settlement(loan, borrower)].sort(
    (a, b) => a.at - b.at,
  );
}

/** The total due up to and including an instalment. */
const dueAfter = (loan: LoanRecord, place: number): number => sumOf(loan.instalments.slice(0, place + 1));

function catchUpAt(loan: LoanRecord, borrower: Course<'borrower'>): number | undefined {
  const firstOpen = borrower.share < 1 ? 0 : borrower.stopsAfter;
  const instalment = firstOpen === undefined ? undefined : loan.instalments[firstOpen];
  if (!instalment || borrower.catchesUpAfterDays === undefined) return undefined;
  return morningOf(instalment.dueOn, borrower.catchesUpAfterDays);
}

function catchUp(loan: LoanRecord, at: number | undefined): PlannedPayment[] {
  if (at === undefined) return [];
  const due = loan.instalments.filter(({ dueOn }) => Date.parse(dueOn) <= at);
  return [{ at, targetKobo: sumOf(due) }];
}

const settlement = (loan: LoanRecord, { settlesAfterDays }: Course<'borrower'>): PlannedPayment[] =>
  settlesAfterDays === undefined
    ? []
    : [{ at: loan.disbursedAt + settlesAfterDays * DAY, targetKobo: sumOf(loan.instalments) }];

/** Schedules all planned payments of a borrower. */
export function planPayments(state: BankState, loan: LoanRecord, borrower: Course<'borrower'>): void {
  for (const { at, targetKobo } of plannedPayments(loan, borrower))
    state.scheduledTasks.add({ at, task: 'borrower-pays', subject: loan.id, targetKobo });
}

/** Transfers the missing amount from the borrower; the loan takes it at once unless it awaits a charge. */
export function borrowerPays(state: BankState, loanId: string, targetKobo: number): void {
  const loan = state.loans.get(loanId);
  const account = loan && staticAccountOf(state, loan.customerId);
  const borrower = loan && state.applications.get(loan.applicationId)?.borrower;
  if (!account || !borrower) return;
  const missing = targetKobo - loan.paidKobo;
  if (missing <= 0) return;
  const transfer = missing + receiversDuty(state, missing);
  receiveTransfer(state, account, transfer, 'Loan repayment');
  if (!borrower.awaitsCharge) collect(state, loan, account, missing, `TRF-${state.random.digits(12)}`);
}
