import { iso } from '../instants';
import { loanStatusOf, outstandingKobo, scheduleOf } from '../lending/loan';
import { splitOf } from '../lending/schedule';
import type { World } from '../world';

/** Everything the emulated service knows, as plain JSON. Personal data is not masked here. */
export const stateOf = (world: World) => ({
  now: iso(world.now),
  customers: world.customers,
  accounts: world.accounts,
  applications: world.applications,
  documents: world.documents,
  guarantors: world.guarantors,
  loans: world.loans.all().map((loan) => ({
    id: loan.id,
    applicationId: loan.applicationId,
    status: loanStatusOf(loan, world.now),
    outstandingKobo: outstandingKobo(loan),
    schedule: scheduleOf(loan).map((instalment) => ({ ...instalment, ...splitOf(instalment) })),
  })),
  repayments: world.repayments,
  payouts: world.payouts,
  balances: world.ledger,
  agenda: world.agenda,
});
