import { refusals } from '../../bank/contract/refusals';
import { dateOf, SECOND } from '../time/instants';
import {
  instalmentStatusOf,
  loanStatusOf,
  nextInstalment,
  outstandingKobo,
  scheduleOf,
} from '../lending/loan';
import { collect } from '../lending/repayment';
import { instalmentsOf, sumOf, totalOf } from '../lending/schedule';
import { staticAccountOf } from '../money/accounts';
import type { Instalment, LoanRecord, RepaymentRecord } from '../records';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import type { Handlers } from './handler';

type RepaymentHandlers = Pick<
  Handlers,
  'getActiveLoan' | 'getRepaymentSchedule' | 'chargeRepayment' | 'calculateRepayment'
>;

export const repaymentHandlers: RepaymentHandlers = {
  /** The customer's latest open loan; when all are closed, the latest of them. */
  getActiveLoan({ customer_id }, { state, asOf }) {
    if (!state.customers.get(customer_id, asOf)?.lending) refuse(refusals.customerNotEnrolled, 'customer_id');
    const loans = state.loans.all(asOf).filter((loan) => loan.customerId === customer_id);
    const loan = loans.findLast((candidate) => outstandingKobo(candidate) > 0) ?? loans.at(-1);
    if (!loan) return refuse(refusals.loanNotFound);
    const next = nextInstalment(loan);
    return {
      loanId: loan.id,
      outstandingBalance: outstandingKobo(loan),
      loanStatus: loanStatusOf(loan, asOf),
      nextRepaymentDate: next?.dueOn ?? null,
      nextRepaymentAmount: next ? totalOf(next) - next.paidKobo : null,
    };
  },

  getRepaymentSchedule({ loanId }, { state, asOf }) {
    const schedule = scheduleOf(registeredLoan(state, loanId, asOf)).map((instalment) => ({
      ...dueOf(instalment),
      paidAmount: instalment.paidKobo,
      status: instalmentStatusOf(instalment),
    }));
    return { schedule };
  },

  chargeRepayment({ loanId, amount, reference }, { state }) {
    const loan = registeredLoan(state, loanId);
    const earlier = state.repayments.get(`${loanId} ${reference}`);
    if (earlier) return replyOf(earlier, amount);
    if (amount > outstandingKobo(loan)) refuse(refusals.aboveOutstanding, 'amount');
    const account = staticAccountOf(state, loan.customerId);
    if (!account || state.ledger.balanceOf(account.number) < amount)
      return refuse(refusals.insufficientBalance);
    const outstandingBalance = outstandingKobo(collect(state, loan, account, amount, reference));
    const reply = { loanId, reference, amount, status: 'SUCCESS', outstandingBalance };
    state.repayments.put(`${loanId} ${reference}`, { loanId, reference, amountKobo: amount, reply });
    return reply;
  },

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
};

/** What is due, as the bank shows it. */
export const dueOf = (instalment: Instalment) => ({
  dueDate: instalment.dueOn,
  principalDue: instalment.principalKobo,
  interestDue: instalment.interestKobo,
  totalDue: totalOf(instalment),
});

function replyOf({ amountKobo, reply }: RepaymentRecord, amount: number): RepaymentRecord['reply'] {
  return amountKobo === amount ? reply : refuse(refusals.repaymentReferenceReused, 'reference');
}

/** The loan with an id, once the lending engine knows it, which is a moment after the disbursement. */
function registeredLoan(state: BankState, id: string, asOf = state.now): LoanRecord {
  const loan = state.loans.get(id, asOf) ?? refuse(refusals.loanNotFound);
  const registeredAt = loan.disbursedAt + state.settings.durations.loanRegistration * SECOND;
  return asOf < registeredAt ? refuse(refusals.loanNotRegistered) : loan;
}
