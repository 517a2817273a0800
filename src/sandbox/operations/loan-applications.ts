import { isDeepStrictEqual } from 'node:util';
import { refusals } from '../../service/contract/refusals';
import {
  applicationOf,
  changeApplication,
  registeredApplication,
  shownApplication,
} from '../lending/application';
import { lendingCustomer } from '../lending/kyc';
import { storeDocument } from '../lending/documents';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
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
  applyForLoan(request, { world, asOf, succeedWith }) {
    const existing = world.applications.all().find((known) => known.request.reference === request.reference);
    if (existing) {
      succeedWith({ status: 200, message: 'Loan application already exists' });
      return shownApplication(world, existing, asOf);
    }
    const { lending } = lendingCustomer(world, request.customer_id);
    if (!lending) refuse(refusals.customerNotEnrolledYet);
    if (lending.kycStatus !== 'VERIFIED') refuse(refusals.customerNotVerified);
    return shownApplication(world, newApplication(world, request), asOf);
  },

  getLoanApplication: ({ applicationId }, { world, asOf }) =>
    shownApplication(world, applicationOf(world, applicationId, asOf), asOf),

  listLoanApplications({ status, customer_id, ...asked }, { world, asOf }) {
    const found = world.applications
      .all(asOf)
      .filter((application) => (status ?? application.status) === application.status)
      .filter(({ request }) => (customer_id ?? request.customer_id) === request.customer_id)
      .reverse();
    const { items, ...pagination } = pageOf(found, asked, 20);
    return { data: items.map((application) => shownApplication(world, application, asOf)), pagination };
  },

  submitUnderwriting({ applicationId, ...underwriting }, { world }) {
    const application = openApplication(world, applicationId);
    if (isDeepStrictEqual(application.underwriting, underwriting)) return {};
    changeApplication(world, applicationId, { underwriting });
    world.commit('underwriting-submitted', applicationId);
    return {};
  },

  linkBankStatement({ applicationId }, { world }) {
    const { course, bankStatementRequests } = openApplication(world, applicationId);
    const bankStatement = { requestId: world.random.uuid(), status: 'PENDING' };
    changeApplication(world, applicationId, {
      bankStatement,
      bankStatementRequests: bankStatementRequests + 1,
    });
    world.commit('bank-statement-requested', applicationId);
    const seconds = course.bankStatementSeconds ?? world.settings.durations.bankStatement;
    world.after(seconds, 'finish-bank-statement', applicationId);
    return bankStatement;
  },

  /** Nothing asked for yet is PENDING, too. */
  getBankStatementStatus: ({ applicationId }, { world, asOf }) => ({
    status: registeredApplication(world, applicationId, asOf).bankStatement?.status ?? 'PENDING',
  }),

  uploadLoanDocument({ applicationId, file: { filename }, file_tag }, { world, fileDigest }) {
    registeredApplication(world, applicationId);
    const document = { applicationId, tag: file_tag, filename, sha256: fileDigest };
    const stored = storeDocument(world, document);
    return { filename: stored.filename, file_url: stored.url, file_tag, uploaded: true };
  },

  startDecisioning({ applicationId }, { world }) {
    const { status, registrationNumber, course } = applicationOf(world, applicationId);
    if (registrationNumber === undefined) refuse(refusals.applicationNotReferenced);
    if (status === 'KYC_PROCESSING' || status === 'HAS_OFFER') return {};
    if (status !== 'PENDING') refuse(refusals.decisioningClosed);
    changeApplication(world, applicationId, { status: 'KYC_PROCESSING' });
    world.commit('decisioning-started', applicationId);
    const seconds = course.decisionSeconds ?? world.settings.durations.decision;
    if (course.decision !== 'NEVER') world.after(seconds, 'decide-application', applicationId);
    return {};
  },
};

function newApplication(world: World, request: ApplicationRecord['request']): ApplicationRecord {
  const id = world.random.uuid();
  const course = world.rules.courseOf('loan', request);
  world.commit('application-created', id, { amountKobo: request.amount, note: request.reference });
  world.after(
    course.registrationSeconds ?? world.settings.durations.registration,
    'register-application',
    id,
  );
  return world.applications.put(id, {
    id,
    request,
    course,
    borrower: world.rules.courseOf('borrower', request),
    status: 'PENDING',
    offerStatus: null,
    bankStatementRequests: 0,
    declineReasons: [],
    termsAgreed: false,
    boardResolutionReviews: 0,
    loanId: null,
    createdAt: world.now,
    updatedAt: world.now,
  });
}

/** A registered application that has not been decided yet. */
function openApplication(world: World, id: string): ApplicationRecord {
  const application = registeredApplication(world, id);
  if (application.status !== 'PENDING' && application.status !== 'KYC_PROCESSING')
    refuse(refusals.applicationClosed);
  return application;
}
