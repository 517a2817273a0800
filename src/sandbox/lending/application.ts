import type { Contract } from '../../bank/contract';
import type { Data } from '../../bank/contract/operation';
import { refusals } from '../../bank/contract/refusals';
import { iso } from '../time/instants';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import { staticAccountOf } from '../money/accounts';
import { loanStatusOf } from './loan';

/** The application with an id, or a refusal. */
export const applicationOf = (state: BankState, id: string, asOf?: number): ApplicationRecord =>
  state.applications.get(id, asOf) ?? refuse(refusals.applicationNotFound);

/** The same, once it has its internal registration number, which it gets a moment after it was made. */
export function registeredApplication(state: BankState, id: string, asOf?: number): ApplicationRecord {
  const application = applicationOf(state, id, asOf);
  if (application.registrationNumber === undefined) refuse(refusals.applicationNotRegistered);
  return application;
}

export const changeApplication = (state: BankState, id: string, changes: Partial<ApplicationRecord>) =>
  state.applications.change(id, { ...changes, updatedAt: state.now });

/** Gives an application its internal registration number. */
export function registerApplication(state: BankState, id: string): void {
  changeApplication(state, id, { registrationNumber: state.random.digits(9) });
  state.commit('application-registered', id);
}

/** The application as the bank shows it. */
export function shownApplication(
  state: BankState,
  application: ApplicationRecord,
  asOf: number,
): Data<Contract['getLoanApplication']> {
  const loan = application.loanId === null ? undefined : state.loans.get(application.loanId, asOf);
  return {
    application_id: application.id,
    ...application.request,
    account_identifier: staticAccountOf(state, application.request.customer_id)?.number ?? null,
    status: application.status,
    offer_status: application.offerStatus,
    loan_status: loan ? loanStatusOf(loan, Math.min(asOf, state.now)) : null,
    loan_id: application.loanId,
    disbursement_account: application.disbursementAccount ?? null,
    decline_reasons: [...application.declineReasons],
    created_at: iso(application.createdAt),
    updated_at: iso(application.updatedAt),
  };
}
