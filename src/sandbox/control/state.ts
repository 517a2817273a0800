import { iso } from '../time/instants';
import { loanStatusOf, outstandingKobo, scheduleOf } from '../lending/loan';
import { splitOf } from '../lending/schedule';
import type { BankState } from '../bank-state';

/** Everything the sandbox knows, as plain JSON. Personal data is not masked here. */
export const stateOf = (state: BankState) => ({
  now: iso(state.now),
  readings: state.readings,
  customers: state.customers,
  accounts: state.accounts,
  applications: state.applications,
  documents: state.documents,
  guarantors: state.guarantors,
  loans: state.loans.all().map((loan) => ({
    id: loan.id,
    applicationId: loan.applicationId,
    status: loanStatusOf(loan, state.now),
    outstandingKobo: outstandingKobo(loan),
    schedule: scheduleOf(loan).map((instalment) => ({ ...instalment, ...splitOf(instalment) })),
  })),
  repayments: state.repayments,
  payouts: state.payouts,
  balances: state.ledger,
  scheduledTasks: state.scheduledTasks,
});
