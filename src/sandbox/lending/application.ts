import type { Contract } from '../../bank/contract';
import type { Data } from '../../bank/contract/operation';
import { refusals } from '../../bank/contract/refusals';
import { iso } from '../time/instants';
import type { ApplicationRecord } from '../records';
import { refusalAsRead } from '../readings/refusals';
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
  if (application.registrationNumber === undefined)
    refuse(refusalAsRead(state.readings, 'notRegistered') ?? refusals.applicationNotRegistered);
  return application;
}

/** Takes an application; the lending engine knows it a moment later, or as the reading has it. */
export function newApplication(state: BankState, asked: ApplicationRecord['request']): ApplicationRecord {
  const id = state.random.uuid();
  const course = state.rules.courseOf('loan', asked);
  const request = requestTaken(state, asked);
  state.commit('application-created', id, { amountKobo: request.amount, note: request.reference });
  const usual = course.registrationSeconds ?? state.settings.durations.registration;
  state.after(registrationSeconds(state, usual), 'register-application', id);
  return state.applications.put(id, {
    id,
    request,
    course,
    borrower: state.rules.courseOf('borrower', asked),
    status: 'PENDING',
    offerStatus: null,
    bankStatementRequests: 0,
    declineReasons: [],
    termsAgreed: false,
    boardResolutionReviews: 0,
    loanId: null,
    createdAt: state.now,
    updatedAt: state.now,
  });
}

/** A bank that caps what is asked takes four fifths of the amount, or half of the period. */
function requestTaken(
  { readings }: BankState,
  asked: ApplicationRecord['request'],
): ApplicationRecord['request'] {
  if (readings.takes('applicationTerms', 'capped-amount'))
    return { ...asked, amount: Math.floor(asked.amount * 0.8) };
  if (asked.repayment_period > 1 && readings.takes('applicationTerms', 'capped-period'))
    return { ...asked, repayment_period: Math.ceil(asked.repayment_period / 2) };
  return asked;
}

const HOURS_UNREGISTERED = 3 * 3600;

/** Business seconds until the lending engine knows an application or a loan, by the reading in force. */
export function registrationSeconds({ readings }: BankState, usual: number): number {
  if (readings.takes('notRegistered', 'never')) return Infinity;
  return readings.takes('notRegistered', 'hours') ? HOURS_UNREGISTERED : usual;
}

/** Gives an application its internal registration number. */
export function registerApplication(state: BankState, id: string): void {
  changeApplication(state, id, { registrationNumber: state.random.digits(9) });
  state.commit('application-registered', id);
}

export const changeApplication = (state: BankState, id: string, changes: Partial<ApplicationRecord>) =>
  state.applications.change(id, { ...changes, updatedAt: state.now });

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
