import { isDeepStrictEqual } from 'node:util';
import { refusals } from '../../src/bank/contract/refusals';
import {
  applicationOf,
  changeApplication,
  newApplication,
  registeredApplication,
  shownApplication,
  storeDocument,
  startDecision,
  refuseUnlessIdentified,
  requestBankStatement,
} from '../lending/application';
import { lendingCustomer } from '../lending/kyc';
import { passes, pageOf } from '../readings/lists';
import type { ApplicationRecord, BankState } from '../bank-state';
import { refusalAsRead, refuseAsRead, refuse } from '../readings/refusals';
import type { Handlers } from './handler';

export const loanApplicationHandlers = {
  applyForLoan(request, { state, asOf, succeedWith }) {
    const existing = state.applications.all().find((known) => known.request.reference === request.reference);
    if (existing && !state.readings.takes('usedApplication', 'another')) {
      refuseAsRead(state.readings, 'usedApplication');
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
    const decidesByItself = state.readings.takes('decisioning', 'by-itself');
    if (decidesByItself && application.status === 'PENDING') startDecision(state, application);
    return {};
  },

  linkBankStatement(asked, { state }) {
    refuseUnlessIdentified(state, asked);
    return requestBankStatement(state, openApplication(state, asked.applicationId));
  },

  /** A statement that was not requested yet is PENDING, too. */
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
    const { readings } = state;
    const application = applicationOf(state, applicationId);
    const { status, registrationNumber } = application;
    if (registrationNumber === undefined)
      refuse(refusalAsRead(readings, 'notRegistered') ?? refusals.applicationNotReferenced);
    if (status !== 'PENDING') {
      refuseAsRead(readings, 'decisioning');
      refuseAsRead(readings, 'repeatedStep');
      if (status !== 'KYC_PROCESSING' && status !== 'HAS_OFFER') refuse(refusals.decisioningClosed);
      return {};
    }
    startDecision(state, application);
    return {};
  },
} satisfies Partial<Handlers>;

/** A registered application that has not been decided yet. */
function openApplication(state: BankState, id: string): ApplicationRecord {
  const application = registeredApplication(state, id);
  if (application.status !== 'PENDING' && application.status !== 'KYC_PROCESSING')
    refuse(refusals.applicationClosed);
  return application;
}
