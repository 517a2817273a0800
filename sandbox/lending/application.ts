import type { Contract } from '../../src/bank/contract';
import type { Data } from '../../src/bank/contract/operation';
import type { ParsedInput } from '../operations/handler';
import { refusals } from '../../src/bank/contract/refusals';
import { iso, SECOND } from '../time/clock';
import type { ApplicationRecord, BankState, DocumentRecord, OfferRecord } from '../bank-state';
import { refusalAsRead, refuse, refuseAsRead, Malformed } from '../readings/refusals';
import { staticAccountOf } from '../money/accounts';
import { loanStatusOf } from './loan';
import { OWN_BANK } from '../money/banks';

/** The application with an id, or a refusal. */
export const applicationOf = (state: BankState, id: string, asOf?: number): ApplicationRecord =>
  state.applications.get(id, asOf) ?? refuse(refusals.applicationNotFound);

/** The same, once it has its internal registration number, a moment after its creation. */
export function registeredApplication(state: BankState, id: string, asOf?: number): ApplicationRecord {
  const application = applicationOf(state, id, asOf);
  if (application.registrationNumber === undefined)
    refuse(refusalAsRead(state.readings, 'notRegistered') ?? refusals.applicationNotRegistered);
  return application;
}

/** Creates an application; the lending engine knows it a moment later, or as the reading says. */
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

/** Caps a request, as some readings do, to four fifths of the amount or half of the period. */
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

/** Stores a document. The same content under the same tag has the same address. (assumed) */
export function storeDocument(state: BankState, document: Omit<DocumentRecord, 'url'>): DocumentRecord {
  const key = [document.applicationId, document.tag, document.sha256].join(' ');
  const same = state.documents.get(key);
  if (same) return same;
  state.commit('document-stored', key);
  const url = `https://documents.sandbox.invalid/${state.random.uuid()}`;
  return state.documents.put(key, { ...document, url });
}

/** Whether an address is that of a document of an application, under a tag. */
export const isStored = (state: BankState, applicationId: string, tag: string, url: string): boolean =>
  state.documents
    .all()
    .some((known) => known.applicationId === applicationId && known.tag === tag && known.url === url);

/** Moves an application to the lending engine; the decision follows. */
export function startDecision(state: BankState, { id, course }: ApplicationRecord): void {
  changeApplication(state, id, { status: 'KYC_PROCESSING' });
  state.commit('decisioning-started', id);
  const seconds = course.decisionSeconds ?? state.settings.durations.decision;
  if (course.decision !== 'NEVER') state.after(seconds, 'decide-application', id);
}

/** Decides an application: makes an offer, or declines with reasons. */
export function decideApplication(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'KYC_PROCESSING') return;
  if (application.course.decision === 'DECLINED') declineApplication(state, application);
  else makeOffer(state, application);
}

function declineApplication(state: BankState, { id, course }: ApplicationRecord): void {
  changeApplication(state, id, { status: 'DECLINED', declineReasons: course.declineReasons });
  state.commit('application-declined', id);
}

function makeOffer(state: BankState, { id, request, course }: ApplicationRecord): void {
  const validSeconds = course.offerValiditySeconds ?? state.settings.durations.offerValidity;
  const offer: OfferRecord = {
    id: state.random.uuid(),
    amountKobo: Math.floor(request.amount * course.offerShare),
    months: course.tenureMonths ?? request.repayment_period,
    status: 'PENDING',
    madeAt: state.now,
    expiresAt: state.now + validSeconds * SECOND,
  };
  changeApplication(state, id, { status: 'HAS_OFFER', offerStatus: 'PENDING', offer });
  state.commit('offer-made', id, { amountKobo: offer.amountKobo });
  state.after(validSeconds, 'expire-offer', id);
}

/** An unanswered offer expires; by one reading the bank does not mark it, and refuses its acceptance. */
export function expireOffer(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'HAS_OFFER' || !application.offer) return;
  if (!state.readings.takes('offerExpiry', 'unmarked'))
    changeApplication(state, id, {
      status: 'OFFER_EXPIRED',
      offerStatus: 'EXPIRED',
      offer: { ...application.offer, status: 'EXPIRED' },
    });
  state.commit('offer-expired', id);
}

type BankStatement = NonNullable<ApplicationRecord['bankStatement']>;

/** Requests the statement of the borrower's bank, which arrives after a while. */
export function requestBankStatement(state: BankState, application: ApplicationRecord): BankStatement {
  const { id, course, bankStatement: earlier, bankStatementRequests } = application;
  if (earlier && earlier.status !== 'FAILED') refuseAsRead(state.readings, 'repeatedStep');
  const bankStatement = { requestId: state.random.uuid(), status: 'PENDING' };
  changeApplication(state, id, { bankStatement, bankStatementRequests: bankStatementRequests + 1 });
  state.commit('bank-statement-requested', id);
  state.after(
    course.bankStatementSeconds ?? state.settings.durations.bankStatement,
    'finish-bank-statement',
    id,
  );
  return bankStatement;
}

/** By one reading, a statement from another bank needs the account number and the phone. */
export function refuseUnlessIdentified(
  { readings }: BankState,
  asked: ParsedInput<Contract['linkBankStatement']>,
): void {
  if (asked.sort_code === OWN_BANK.code) return;
  const missing = (['account_number', 'phone'] as const).filter((field) => !asked[field]);
  if (missing.length > 0 && readings.takes('statementInput', 'account-and-phone'))
    throw new Malformed(missing.map((param) => ({ msg: `${param} is required`, param })));
}

/** Delivers the requested bank statement, or fails it. */
export function finishBankStatement(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.bankStatement?.status !== 'PENDING') return;
  const fails = application.bankStatementRequests <= application.course.bankStatementFailsFirst;
  const status = fails ? 'FAILED' : 'COMPLETED';
  changeApplication(state, id, { bankStatement: { ...application.bankStatement, status } });
  state.commit('bank-statement-finished', id, { note: status });
}
