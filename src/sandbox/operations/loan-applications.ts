import { isDeepStrictEqual } from 'node:util';
import { refusals } from '../../bank/contract/refusals';
import {
  applicationOf,
  changeApplication,
  registeredApplication,
  shownApplication,
} from '../lending/application';
import { lendingCustomer } from '../lending/kyc';
import { storeDocument } from '../lending/documents';
import { passes } from '../readings/lists';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import type { Handlers } from './handler';
import { pageOf } from './page';

type LoanApplicationHandlers = Pick<
  Handlers,
  | 'applyForLoan'
  | 'getLoanApplication'
  | 'listLoanApplications'
  | 'submitUnderwriting'
  | 'linkBankStatement'
  | 'getBankStatementStatus'
  | 'uploadLoanDocument'
  | 'startDecisioning'
>;

export const loanApplicationHandlers: LoanApplicationHandlers = {
  applyForLoan(request, { state, asOf, succeedWith }) {
    const existing = state.applications.all().find((known) => known.request.reference === request.reference);
    if (existing) {
      succeedWith({ status: 200, message: 'Loan application already exists' });
      return shownApplication(state, existing, asOf);
    }
    const { lending } = lendingCustomer(state, request.customer_id);
    if (!lending) refuse(refusals.customerNotEnrolledYet);
    if (lending.kycStatus !== 'VERIFIED') refuse(refusals.customerNotVerified);
    return shownApplication(state, newApplication(state, request), asOf);
  },

  getLoanApplication: ({ applicationId }, { state, asOf }) =>
    shownApplication(state, applicationOf(state, applicationId, asOf), asOf),

  listLoanApplications({ status, customer_id, ...asked }, { state, asOf }) {
    const found = state.applications
      .all(asOf)
      .filter((application) => passes(state.readings, status, application.status))
      .filter(({ request }) => passes(state.readings, customer_id, request.customer_id))
      .reverse();
    const { items, ...pagination } = pageOf(found, asked, 20, state.readings);
    return { data: items.map((application) => shownApplication(state, application, asOf)), pagination };
  },

  submitUnderwriting({ applicationId, ...underwriting }, { state }) {
    const application = openApplication(state, applicationId);
    if (isDeepStrictEqual(application.underwriting, underwriting)) return {};
    changeApplication(state, applicationId, { underwriting });
    state.commit('underwriting-submitted', applicationId);
    return {};
  },

  linkBankStatement({ applicationId }, { state }) {
    const { course, bankStatementRequests } = openApplication(state, applicationId);
    const bankStatement = { requestId: state.random.uuid(), status: 'PENDING' };
    changeApplication(state, applicationId, {
      bankStatement,
      bankStatementRequests: bankStatementRequests + 1,
    });
    state.commit('bank-statement-requested', applicationId);
    const seconds = course.bankStatementSeconds ?? state.settings.durations.bankStatement;
    state.after(seconds, 'finish-bank-statement', applicationId);
    return bankStatement;
  },

  /** Nothing asked for yet is PENDING, too. */
  getBankStatementStatus: ({ applicationId }, { state, asOf }) => ({
    status: registeredApplication(state, applicationId, asOf).bankStatement?.status ?? 'PENDING',
  }),

  uploadLoanDocument({ applicationId, file: { filename }, file_tag }, { state, fileDigest }) {
    registeredApplication(state, applicationId);
    const document = { applicationId, tag: file_tag, filename, sha256: fileDigest };
    const stored = storeDocument(state, document);
    return { filename: stored.filename, file_url: stored.url, file_tag, uploaded: true };
  },

  startDecisioning({ applicationId }, { state }) {
    const { status, registrationNumber, course } = applicationOf(state, applicationId);
    if (registrationNumber === undefined) refuse(refusals.applicationNotReferenced);
    if (status === 'KYC_PROCESSING' || status === 'HAS_OFFER') return {};
    if (status !== 'PENDING') refuse(refusals.decisioningClosed);
    changeApplication(state, applicationId, { status: 'KYC_PROCESSING' });
    state.commit('decisioning-started', applicationId);
    const seconds = course.decisionSeconds ?? state.settings.durations.decision;
    if (course.decision !== 'NEVER') state.after(seconds, 'decide-application', applicationId);
    return {};
  },
};

function newApplication(state: BankState, request: ApplicationRecord['request']): ApplicationRecord {
  const id = state.random.uuid();
  const course = state.rules.courseOf('loan', request);
  state.commit('application-created', id, { amountKobo: request.amount, note: request.reference });
  state.after(
    course.registrationSeconds ?? state.settings.durations.registration,
    'register-application',
    id,
  );
  return state.applications.put(id, {
    id,
    request,
    course,
    borrower: state.rules.courseOf('borrower', request),
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

/** A registered application that has not been decided yet. */
function openApplication(state: BankState, id: string): ApplicationRecord {
  const application = registeredApplication(state, id);
  if (application.status !== 'PENDING' && application.status !== 'KYC_PROCESSING')
    refuse(refusals.applicationClosed);
  return application;
}
