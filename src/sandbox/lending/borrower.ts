import { DAY } from '../time/instants';
import { staticAccountOf } from '../money/accounts';
import { receiversDuty, receiveTransfer } from '../money/fees';
import type { LoanRecord, BankState } from '../bank-state';
import type { Course } from '../scenarios/courses';
import { collect, sumOf } from './loan';

/** When a borrower pays, and how much is paid in all after it, in kobo. */
interface PlannedPayment {
  readonly at: number;
  readonly targetKobo: number;
}

/** Transfers arrive in the morning of their day, UTC. */
const HOUR_OF_PAYMENT = (8 * DAY) / 24;

const morningOf = (date: string, daysLater: number): number =>
  Date.parse(date) + HOUR_OF_PAYMENT + daysLater * DAY;

/** Everything a borrower is going to pay on a loan, in order of time. */
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

/** All that is due up to and including an instalment. */
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

/** Schedules everything that a borrower is going to pay. */
export function planPayments(state: BankState, loan: LoanRecord, borrower: Course<'borrower'>): void {
  for (const { at, targetKobo } of plannedPayments(loan, borrower))
    state.scheduledTasks.add({ at, task: 'borrower-pays', subject: loan.id, targetKobo });
}

/** The borrower transfers what is missing; unless it waits to be charged, the loan takes it at once. */
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
