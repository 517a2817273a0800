import type { Contract } from '../../service/contract';
import type { Data } from '../../service/contract/operation';
import { refusals } from '../../service/contract/refusals';
import { iso } from '../instants';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
import { staticAccountOf } from '../money/accounts';
import { loanStatusOf } from './loan';

/** The application with an id, or a refusal. */
export const applicationOf = (world: World, id: string, asOf?: number): ApplicationRecord =>
  world.applications.get(id, asOf) ?? refuse(refusals.applicationNotFound);

/** The same, once it has its internal registration number, which it gets a moment after it was made. */
export function registeredApplication(world: World, id: string, asOf?: number): ApplicationRecord {
  const application = applicationOf(world, id, asOf);
  if (application.registrationNumber === undefined) refuse(refusals.applicationNotRegistered);
  return application;
}

export const changeApplication = (world: World, id: string, changes: Partial<ApplicationRecord>) =>
  world.applications.change(id, { ...changes, updatedAt: world.now });

/** Gives an application its internal registration number. */
export function registerApplication(world: World, id: string): void {
  changeApplication(world, id, { registrationNumber: world.random.digits(9) });
  world.commit('application-registered', id);
}

/** The application as the service shows it. */
export function shownApplication(
  world: World,
  application: ApplicationRecord,
  asOf: number,
): Data<Contract['getLoanApplication']> {
  const loan = application.loanId === null ? undefined : world.loans.get(application.loanId, asOf);
  return {
    application_id: application.id,
    ...application.request,
    account_identifier: staticAccountOf(world, application.request.customer_id)?.number ?? null,
    status: application.status,
    offer_status: application.offerStatus,
    loan_status: loan ? loanStatusOf(loan, Math.min(asOf, world.now)) : null,
    loan_id: application.loanId,
    disbursement_account: application.disbursementAccount ?? null,
    decline_reasons: [...application.declineReasons],
    created_at: iso(application.createdAt),
    updated_at: iso(application.updatedAt),
  };
}
