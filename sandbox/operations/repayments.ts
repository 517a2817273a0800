import { refusals } from '../../src/bank/contract/refusals';
import { dateOf, SECOND } from '../time/clock';
import { registrationSeconds } from '../lending/application';
import { submitCharge } from '../lending/charges';
import {
  instalmentStatusOf,
  loanStatusOf,
  nextInstalment,
  outstandingKobo,
  scheduleOf,
  instalmentsOf,
  sumOf,
  totalOf,
} from '../lending/loan';
import type { Instalment, LoanRecord, BankState } from '../bank-state';
import { refusalAsRead, refuseAsRead, refuse } from '../readings/refusals';
import type { Handlers } from './handler';

export const repaymentHandlers = {
  /** The customer's latest open loan; when all are closed, the latest of them. */
  getActiveLoan({ customer_id }, { state, asOf }) {
    if (!state.customers.get(customer_id, asOf)?.lending) refuse(refusals.customerNotEnrolled, 'customer_id');
    const loans = state.loans.all(asOf).filter((loan) => loan.customerId === customer_id);
    const loan = loans.findLast((candidate) => outstandingKobo(candidate) > 0) ?? loans.at(-1);
    if (!loan) return refuse(refusals.loanNotFound);
    const next = nextInstalment(loan);
    if (!next) refuseAsRead(state.readings, 'loanAfterPayoff');
    return {
      loanId: loan.id,
      outstandingBalance: outstandingKobo(loan),
      loanStatus: loanStatusOf(loan, asOf),
      nextRepaymentDate: next?.dueOn ?? null,
      nextRepaymentAmount: next ? totalOf(next) - next.paidKobo : null,
    };
  },

  getRepaymentSchedule({ loanId }, { state, asOf }) {
    const loan = registeredLoan(state, loanId, asOf);
    const isGone = outstandingKobo(loan) === 0 && state.readings.takes('schedule', 'gone-when-paid');
    if (isGone) refuse(refusals.loanNotFound);
    const schedule = scheduleOf(shownLoan(state, loan, asOf)).map((instalment) => ({
      ...dueOf(instalment),
      paidAmount: instalment.paidKobo,
      status: instalmentStatusOf(instalment),
    }));
    const isLeftOut = (status: string) =>
      status === 'PAID' && state.readings.takes('scheduleContent', 'unpaid-alone');
    return { schedule: schedule.filter(({ status }) => !isLeftOut(status)) };
  },

  chargeRepayment: ({ loanId, ...order }, { state, mayRepeatReference }) =>
    submitCharge(state, registeredLoan(state, loanId), order, mayRepeatReference),

  calculateRepayment({ loan_amount, tenure }, { state }) {
    const { monthlyInterestPercent } = state.settings;
    const terms = { principalKobo: loan_amount, months: tenure, monthlyInterestPercent };
    const instalments = instalmentsOf(terms, dateOf(state.now));
    return {
      monthlyRepayment: instalments[0] ? totalOf(instalments[0]) : 0,
      totalRepayment: sumOf(instalments),
      interestRate: monthlyInterestPercent,
      schedule: instalments.map(dueOf),
    };
  },
} satisfies Partial<Handlers>;

/** An instalment's amounts due, as the bank shows them. */
export const dueOf = (instalment: Instalment) => ({
  dueDate: instalment.dueOn,
  principalDue: instalment.principalKobo,
  interestDue: instalment.interestKobo,
  totalDue: totalOf(instalment),
});

/** The loan as its schedule shows it: by one reading, a minute old. */
function shownLoan(state: BankState, loan: LoanRecord, asOf: number): LoanRecord {
  const earlier = state.loans.get(loan.id, asOf - 60 * SECOND);
  const isChanged = earlier !== undefined && earlier !== loan;
  return isChanged && state.readings.takes('scheduleContent', 'behind') ? earlier : loan;
}

/** The loan with an id, once the lending engine knows it, which is a moment after the disbursement. */
function registeredLoan(state: BankState, id: string, asOf = state.now): LoanRecord {
  const loan = state.loans.get(id, asOf) ?? refuse(refusals.loanNotFound);
  const seconds = registrationSeconds(state, state.settings.durations.loanRegistration);
  const registeredAt = loan.disbursedAt + seconds * SECOND;
  if (asOf >= registeredAt) return loan;
  return refuse(refusalAsRead(state.readings, 'notRegistered') ?? refusals.loanNotRegistered);
}
