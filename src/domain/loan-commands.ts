import { code, text, type CommandTable } from './commands';
import { runningLoanStages, type LoanStage, type RepaymentStage } from './loan-stages';

const ANSWERING = ['officer', 'supervisor', 'borrower'] as const;
const STAFF = ['officer', 'supervisor'] as const;

/** Nothing is disbursed before the post-offer KYC is submitted, so until then a loan can still be withdrawn. */
const BEFORE_DISBURSEMENT = runningLoanStages.filter((stage) => stage !== 'DISBURSEMENT');
const AFTER_APPLICATION = BEFORE_DISBURSEMENT.filter(
  (stage) => !['ENROLMENT', 'APPLICATION', 'UNDERWRITING', 'BANK_STATEMENT'].includes(stage),
);
const POLLED = ['BANK_STATEMENT', 'DECISION', 'DISBURSEMENT'] as const satisfies LoanStage[];

const document = {
  path: { kind: 'text', max: 300, personal: true, about: 'Where the document lies in the document store' },
  sha256: { kind: 'sha256', about: 'SHA-256 of its content' },
} as const;

const DOCUMENT_TAGS = [
  'ADDITIONAL_DOCS',
  'BANK_STATEMENTS',
  'BUSINESS_REG_DOCS',
  'CAC_FORM7_DOCS',
  'FIN_ACCT_DOCS',
  'ID_CARD_DOCS',
  'PAYEE_PAYMENTS_DOCS',
  'PENSION_PAYMENTS_DOCS',
  'TAX_RETURNS_DOCS',
  'ADDRESS_VERIFICATION_DOC',
  'BOARD_RESOLUTION_DOC',
] as const;
export type DocumentTag = (typeof DOCUMENT_TAGS)[number];

const WITHDRAWAL_REASONS = [
  'BORROWER_REQUEST',
  'DUPLICATE',
  'FRAUD_SUSPECTED',
  'NO_RESPONSE',
  'OTHER',
] as const;

/** Commands that only touch the case file itself. */
const casework = (stages: readonly string[]) =>
  ({
    addNote: {
      summary: 'Add a note to the timeline',
      roles: [...STAFF, 'operator'],
      stages,
      fields: { text: text('The note', 2000) },
    },
    assign: {
      summary: 'Say who looks after this case',
      roles: STAFF,
      stages,
      fields: { assignee: { kind: 'reference', about: 'An opaque user id' } },
    },
  }) as const satisfies CommandTable;

/** Everything that a person may do to a loan before it is disbursed. */
export const loanCommands = {
  acceptOffer: {
    summary: 'Accept the offer',
    roles: ANSWERING,
    stages: ['OFFER'],
    answers: true,
    fields: {},
  },
  declineOffer: {
    summary: 'Decline the offer; this ends the application',
    roles: ANSWERING,
    stages: ['OFFER'],
    answers: true,
    fields: {
      reason: code('Why', ['HIGH_INTEREST', 'OFFER_SMALL', 'REPAYMENT_PERIOD', 'CHECKING', 'OTHERS']),
    },
  },
  agreeToTerms: {
    summary: 'Agree to the terms of use',
    roles: ANSWERING,
    stages: ['TERMS'],
    answers: true,
    fields: {},
  },
  submitDocument: {
    summary: 'Hand in a document',
    roles: ANSWERING,
    stages: AFTER_APPLICATION,
    fields: { tag: code('What it is', DOCUMENT_TAGS), ...document },
  },
  rejectDocument: {
    summary: 'Reject a document, so that another one is asked for',
    roles: STAFF,
    stages: AFTER_APPLICATION,
    fields: {
      tag: code('Which', DOCUMENT_TAGS),
      reason: code('Why', ['UNREADABLE', 'OUTDATED', 'WRONG_DOCUMENT', 'INCOMPLETE', 'OTHER']),
    },
  },
  submitBoardResolution: {
    summary: 'Hand in the board resolution',
    roles: ANSWERING,
    stages: AFTER_APPLICATION,
    fields: document,
  },
  addGuarantor: {
    summary: 'Name a guarantor, who is then invited',
    roles: ANSWERING,
    stages: ['GUARANTOR'],
    answers: true,
    fields: {
      firstName: { kind: 'text', max: 80, personal: true, about: 'First name' },
      lastName: { kind: 'text', max: 80, personal: true, about: 'Last name' },
      phone: { kind: 'digits', min: 10, max: 15, about: 'Phone number' },
      email: { kind: 'text', max: 200, personal: true, about: 'E-mail address' },
    },
  },
  setDisbursementAccount: {
    summary: 'Set the account that the loan is paid into; its name is resolved first',
    roles: ANSWERING,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    fields: {
      accountNumber: { kind: 'digits', min: 10, max: 10, about: 'Account number' },
      bankCode: { kind: 'digits', min: 3, max: 6, about: 'Bank code' },
    },
  },
  updateApplication: {
    summary: 'Change amount, period or purpose before the application is submitted',
    roles: STAFF,
    stages: ['ENROLMENT', 'APPLICATION'],
    fields: {
      amountKobo: {
        kind: 'integer',
        min: 300_000,
        max: Number.MAX_SAFE_INTEGER,
        optional: true,
        about: 'Amount in kobo',
      },
      months: { kind: 'integer', min: 1, max: 6, optional: true, about: 'Repayment period in months' },
    },
  },
  correctCustomer: {
    summary: 'Correct the BVN, NIN or date of birth and run enrolment and KYC again',
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: {
      bvn: { kind: 'digits', min: 11, max: 11, optional: true, about: 'BVN' },
      nin: { kind: 'digits', min: 11, max: 11, optional: true, about: 'NIN' },
      dateOfBirth: { kind: 'date', optional: true, about: 'Date of birth' },
    },
  },
  closeAsRejected: {
    summary: 'Close the loan because the KYC was rejected',
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: {
      reason: code('Why', ['KYC_FAILED', 'IDENTITY_MISMATCH', 'FRAUD_SUSPECTED', 'NO_RESPONSE', 'OTHER']),
    },
  },
  correctBankStatement: {
    summary: 'Ask for the bank statement again, of this account',
    roles: STAFF,
    stages: ['BANK_STATEMENT'],
    fields: {
      sortCode: { kind: 'digits', min: 3, max: 6, about: 'Sort code of the bank' },
      accountNumber: { kind: 'digits', min: 10, max: 10, optional: true, about: 'Account number' },
      phone: { kind: 'digits', min: 10, max: 15, optional: true, about: 'Phone number' },
    },
  },
  returnToApplicant: {
    summary: 'Ask the applicant for something; noted, and shown as waiting',
    roles: STAFF,
    stages: BEFORE_DISBURSEMENT,
    fields: {
      reason: code('Why', ['DOCUMENT_NEEDED', 'DATA_NEEDED', 'CLARIFICATION', 'OTHER']),
      question: text('What is asked', 500),
    },
  },
  recheck: {
    summary: 'Ask the service now instead of at the next turn',
    roles: [...STAFF, 'operator'],
    stages: POLLED,
    fields: {},
  },
  retry: {
    summary: 'Try again what was refused',
    roles: [...STAFF, 'operator'],
    stages: runningLoanStages,
    answers: true,
    fields: {},
  },
  skip: {
    summary: 'Go on without the step that was refused, where the loan can do without it',
    roles: ['supervisor'],
    stages: ['BOARD_RESOLUTION', 'GUARANTOR'],
    answers: true,
    fields: { reason: code('Why', ['NOT_REQUIRED', 'DONE_ELSEWHERE', 'OTHER']) },
  },
  withdraw: {
    summary: 'Withdraw the application; an open offer is declined',
    roles: ANSWERING,
    stages: BEFORE_DISBURSEMENT,
    fields: { reason: code('Why', WITHDRAWAL_REASONS) },
  },
  ...casework(runningLoanStages),
} as const satisfies CommandTable;

export type LoanCommands = typeof loanCommands;

const REPAYING = ['REPAYING', 'ARREARS'] as const satisfies RepaymentStage[];

/** Everything that a person may do to a disbursed loan. */
export const repaymentCommands = {
  recheck: { summary: 'Read the schedule now', roles: [...STAFF, 'operator'], stages: REPAYING, fields: {} },
  retry: {
    summary: 'Try again what was refused',
    roles: [...STAFF, 'operator'],
    stages: REPAYING,
    answers: true,
    fields: {},
  },
  recordPromise: {
    summary: 'Record that the borrower promised to pay on a date',
    roles: STAFF,
    stages: REPAYING,
    fields: { promisedOn: { kind: 'date', about: 'The promised date' } },
  },
  pauseCharging: { summary: 'Stop charging until it is resumed', roles: STAFF, stages: REPAYING, fields: {} },
  resumeCharging: { summary: 'Charge again by the policy', roles: STAFF, stages: REPAYING, fields: {} },
  chargeNow: {
    summary: 'Charge what is overdue now',
    roles: STAFF,
    stages: REPAYING,
    fields: {},
  },
  ...casework(REPAYING),
} as const satisfies CommandTable;

export type RepaymentCommands = typeof repaymentCommands;

/** Everything that a person may do to an enrolment. */
export const enrolmentCommands = {
  recheck: {
    summary: 'Ask for the KYC state now',
    roles: [...STAFF, 'operator'],
    stages: ['KYC'],
    fields: {},
  },
  retry: {
    summary: 'Try again what was refused',
    roles: [...STAFF, 'operator'],
    stages: ['CUSTOMER', 'ACCOUNT', 'KYC'],
    answers: true,
    fields: {},
  },
  ...casework(['CUSTOMER', 'ACCOUNT', 'KYC']),
} as const satisfies CommandTable;

export type EnrolmentCommands = typeof enrolmentCommands;
