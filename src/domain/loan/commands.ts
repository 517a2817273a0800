import {
  DECLINE_REASONS,
  DOCUMENT_TAGS,
  LOAN_LONGEST_MONTHS,
  LOAN_MINIMUM_KOBO,
} from '../../bank/contract/codes';
import { secondPerson } from '../case/agreement';
import {
  ANSWERING,
  casework,
  code,
  retrying,
  STAFF,
  STAFF_AND_OPERATOR,
  STANDING,
  text,
  type CommandRow,
  type CommandTable,
} from '../case/commands';
import { AFTER_APPLICATION, BEFORE_DISBURSEMENT, runningLoanStages } from './stages';

/** Why a loan is returned to its applicant. */
export const RETURN_REASONS = ['DOCUMENT_NEEDED', 'DATA_NEEDED', 'CLARIFICATION', 'OTHER'] as const;

/** What a person may do while the customer and the application are made known to the bank. */
const applicationCommands = {
  updateApplication: {
    summary: 'Change amount or period before the application is submitted',
    roles: STAFF,
    stages: ['ENROLMENT', 'APPLICATION'],
    instead:
      'The bank cannot change an application that it has registered: reapply withdraws it and applies anew.',
    fields: {
      amountKobo: {
        kind: 'integer',
        min: LOAN_MINIMUM_KOBO,
        max: Number.MAX_SAFE_INTEGER,
        optional: true,
        about: 'Amount in kobo',
      },
      months: {
        kind: 'integer',
        min: 1,
        max: LOAN_LONGEST_MONTHS,
        optional: true,
        about: 'Repayment period in months',
      },
    },
  },
  correctCustomer: {
    summary: 'Correct the BVN, NIN or date of birth and run enrolment and KYC again',
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: {
      bvn: { kind: 'digits', min: 11, max: 11, personal: true, optional: true, about: 'BVN' },
      nin: { kind: 'digits', min: 11, max: 11, personal: true, optional: true, about: 'NIN' },
      dateOfBirth: { kind: 'date', personal: true, optional: true, about: 'Date of birth' },
    },
  },
  confirmCustomer: {
    summary: 'Take the customer of a joined enrolment for that of the loan, although their data differ',
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: { reason: code('Why', ['WRITTEN_OTHERWISE', 'CHECKED_WITH_BORROWER', 'OTHER']) },
    subject: { customerId: { kind: 'reference', about: "The bank's id of that customer" } },
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
      accountNumber: {
        kind: 'digits',
        min: 10,
        max: 10,
        personal: true,
        optional: true,
        about: 'Account number',
      },
      phone: { kind: 'digits', min: 10, max: 15, personal: true, optional: true, about: 'Phone number' },
    },
  },
  returnToApplicant: {
    summary:
      'Ask the applicant for something; the loan goes no further until an officer says that it came back',
    roles: STAFF,
    stages: BEFORE_DISBURSEMENT,
    fields: {
      reason: code('Why', RETURN_REASONS),
      question: text('What is asked', 500),
    },
  },
  resumeApplication: {
    summary: 'Say that what the applicant was asked for came back: the loan goes on',
    roles: STAFF,
    stages: BEFORE_DISBURSEMENT,
    fields: {},
  },
} as const satisfies CommandTable;

/** What a person says who wants other terms than those that the bank has registered. Two loans take part in it. */
export const reapplication = {
  summary: 'Withdraw the application and apply anew with another amount or period, under a new reference',
  roles: ANSWERING,
  stages: BEFORE_DISBURSEMENT,
  fields: {
    newReference: { kind: 'reference', about: 'Your own id of the loan that takes its place' },
    ...applicationCommands.updateApplication.fields,
  },
} as const satisfies CommandRow;

const document = {
  path: { kind: 'text', max: 300, personal: true, about: 'Where the document lies in the document store' },
  sha256: { kind: 'sha256', about: 'SHA-256 of its content' },
} as const;

/** What a person may do about the documents of an application. */
const documentCommands = {
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
} as const satisfies CommandTable;

const ACCOUNT = {
  accountNumber: { kind: 'digits', min: 10, max: 10, personal: true, about: 'Account number' },
  bankCode: { kind: 'digits', min: 3, max: 6, about: 'Bank code' },
} as const;

/** What a person may do once there is an offer. */
const offerCommands = {
  acceptOffer: {
    summary: 'Accept the offer',
    roles: ANSWERING,
    stages: ['OFFER', 'POST_OFFER_KYC'],
    answers: true,
    fields: {},
  },
  declineOffer: {
    summary: 'Decline the offer; this ends the application',
    roles: ANSWERING,
    stages: ['OFFER'],
    answers: true,
    fields: { reason: code('Why', DECLINE_REASONS) },
  },
  closeAsExpired: {
    summary: 'End the loan since its offer has expired, although the bank does not say so',
    roles: STAFF,
    stages: ['OFFER'],
    fields: {},
  },
  agreeToTerms: {
    summary: 'Agree to the terms of use',
    roles: ANSWERING,
    stages: ['TERMS', 'POST_OFFER_KYC'],
    answers: true,
    fields: {},
  },
  addGuarantor: {
    summary: 'Name a guarantor, who is then invited',
    roles: ANSWERING,
    stages: ['GUARANTOR', 'POST_OFFER_KYC'],
    answers: true,
    fields: {
      firstName: { kind: 'text', max: 80, personal: true, about: 'First name' },
      lastName: { kind: 'text', max: 80, personal: true, about: 'Last name' },
      phone: { kind: 'digits', min: 10, max: 15, personal: true, about: 'Phone number' },
      email: { kind: 'text', max: 200, personal: true, about: 'E-mail address' },
    },
  },
  setDisbursementAccount: {
    summary:
      "Set the account that the loan is paid into; its holder's name is compared with the borrower's first",
    roles: ANSWERING,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    fields: ACCOUNT,
  },
  confirmAccountHolder: {
    summary: "Pay the loan into an account whose holder's name is not the borrower's",
    roles: STAFF,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    answers: true,
    fields: {
      endsWith: {
        kind: 'digits',
        min: 4,
        max: 4,
        about: 'Last digits of the account, as the case shows them: refuse if it is another by now',
      },
      reason: code('Why', ['ACCOUNT_OF_THE_BUSINESS', 'CHECKED_WITH_BORROWER', 'KNOWN_ALIAS', 'OTHER']),
    },
    subject: ACCOUNT,
  },
  skip: {
    summary: 'Go on without the step that was refused, where the loan can do without it',
    roles: ['supervisor'],
    stages: ['BOARD_RESOLUTION', 'GUARANTOR', 'POST_OFFER_KYC'],
    answers: true,
    fields: { reason: code('Why', ['NOT_REQUIRED', 'DONE_ELSEWHERE', 'OTHER']) },
    subject: STANDING,
  },
} as const satisfies CommandTable;

const WITHDRAWAL_REASONS = [
  'BORROWER_REQUEST',
  'DUPLICATE',
  'FRAUD_SUSPECTED',
  'NO_RESPONSE',
  'OTHER',
] as const;

/** Everything that a person may do to a loan before it is disbursed. */
export const loanCommands = {
  ...offerCommands,
  ...documentCommands,
  ...applicationCommands,
  recheck: {
    summary: 'Ask the bank now instead of at the next turn',
    roles: STAFF_AND_OPERATOR,
    stages: ['BANK_STATEMENT', 'DECISION', 'DISBURSEMENT'],
    fields: {},
  },
  ...retrying(runningLoanStages),
  quote: {
    summary: 'Ask the bank what the loan costs: on these terms, or once it is disbursed, to settle it now',
    roles: ANSWERING,
    stages: BEFORE_DISBURSEMENT,
    fields: applicationCommands.updateApplication.fields,
  },
  withdraw: {
    summary: 'Withdraw the application; an open offer is declined',
    roles: ANSWERING,
    stages: BEFORE_DISBURSEMENT,
    fields: { reason: code('Why', WITHDRAWAL_REASONS) },
  },
  resolveAttention: {
    summary: 'Say with evidence what became of a disbursement that the bank does not tell',
    roles: STAFF,
    stages: ['DISBURSEMENT'],
    fields: {
      outcome: code('What the evidence says', ['DISBURSED', 'NOT_DISBURSED']),
      loanId: { kind: 'reference', optional: true, about: "The bank's id of the loan that was disbursed" },
      evidence: text('Where it can be looked up: a ticket, a statement, a letter of the bank', 500),
    },
    subject: STANDING,
  },
  ...secondPerson([
    'ENROLMENT',
    'OFFER',
    'TERMS',
    'BOARD_RESOLUTION',
    'GUARANTOR',
    'POST_OFFER_KYC',
    'DISBURSEMENT',
  ]),
  ...casework(runningLoanStages),
} as const satisfies CommandTable;

export type LoanCommands = typeof loanCommands;
