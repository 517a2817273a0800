import { DECLINE_REASONS, DOCUMENT_TAGS } from '../../bank/contract/codes';
import { LOAN_LONGEST_MONTHS, LOAN_MINIMUM_KOBO } from '../../bank/contract/limits';
import { secondPerson } from '../case/agreement';
import {
  ANSWERING,
  casework,
  code,
  digits,
  optional,
  personal,
  retrying,
  sha256,
  STAFF,
  STAFF_AND_OPERATOR,
  STANDING,
  text,
  whole,
  type CommandRow,
  type CommandTable,
} from '../case/commands';
import { AFTER_APPLICATION, BEFORE_DISBURSEMENT, runningLoanStages } from './stages';

export const RETURN_REASONS = ['DOCUMENT_NEEDED', 'DATA_NEEDED', 'CLARIFICATION', 'OTHER'] as const;

const TERMS = {
  amountKobo: optional(whole('Amount in kobo', LOAN_MINIMUM_KOBO)),
  months: optional(whole('Repayment period in months', 1, LOAN_LONGEST_MONTHS)),
} as const;

/** The command for terms other than those that the bank has registered. Two loans take part in it. */
export const reapplication = {
  summary: 'Withdraw the application and apply anew with another amount or period, under a new reference',
  roles: ANSWERING,
  stages: BEFORE_DISBURSEMENT,
  fields: {
    newReference: { kind: 'reference', about: 'Your own id of the loan that takes its place' },
    ...TERMS,
  },
} as const satisfies CommandRow;

const document = {
  path: personal(text('Where the document lies in the document store', 300)),
  sha256: sha256('SHA-256 of its content'),
} as const;

const ACCOUNT = {
  accountNumber: personal(digits('Account number', 10)),
  bankCode: digits('Bank code', 3, 6),
} as const;

/** The commands of a loan before it is disbursed. */
export const loanCommands = {
  acceptOffer: {
    summary: 'Accept the offer',
    roles: ANSWERING,
    stages: ['OFFER', 'POST_OFFER_KYC'],
    answers: true,
    fields: {},
  },
  declineOffer: {
    summary: 'Decline the offer; this ends the application',
    ends: true,
    roles: ANSWERING,
    stages: ['OFFER'],
    answers: true,
    fields: { reason: code('Why', DECLINE_REASONS) },
  },
  closeAsExpired: {
    summary: 'End the loan since its offer has expired, although the bank does not say so',
    ends: true,
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
      firstName: personal(text('First name', 80)),
      lastName: personal(text('Last name', 80)),
      phone: personal(digits('Phone number', 10, 15)),
      email: personal(text('E-mail address', 200)),
    },
  },
  setDisbursementAccount: {
    summary:
      "Set the account that the loan is paid into; before it is paid, the holder's name is compared with the borrower's",
    stands: true,
    roles: ANSWERING,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    fields: ACCOUNT,
  },
  confirmAccountHolder: {
    summary: "Pay the loan into an account whose holder's name is not the borrower's",
    overrules: true,
    roles: STAFF,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    answers: true,
    fields: {
      endsWith: digits(
        'Last digits of the account, as the case shows them: refuse if it is another by now',
        4,
      ),
      reason: code('Why', ['ACCOUNT_OF_THE_BUSINESS', 'CHECKED_WITH_BORROWER', 'KNOWN_ALIAS', 'OTHER']),
    },
    subject: ACCOUNT,
  },
  skip: {
    summary: 'Leave out the step that was refused, if the loan does not need it',
    overrules: true,
    roles: ['supervisor'],
    stages: ['BOARD_RESOLUTION', 'GUARANTOR', 'POST_OFFER_KYC'],
    answers: true,
    fields: { reason: code('Why', ['NOT_REQUIRED', 'DONE_ELSEWHERE', 'OTHER']) },
    subject: STANDING,
  },
  submitDocument: {
    summary: 'Hand in a document',
    roles: ANSWERING,
    stages: AFTER_APPLICATION,
    fields: { tag: code('What it is', DOCUMENT_TAGS), ...document },
  },
  rejectDocument: {
    summary: 'Reject a document: the loan goes no further until another one is handed in',
    ends: true,
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
  updateApplication: {
    summary: 'Change amount or period before the application is submitted',
    roles: STAFF,
    stages: ['ENROLMENT', 'APPLICATION'],
    instead:
      'The bank cannot change an application that it has registered: reapply withdraws it and applies anew.',
    fields: TERMS,
  },
  correctCustomer: {
    summary: 'Correct the BVN, NIN or date of birth and run enrolment and KYC again',
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: {
      bvn: optional(personal(digits('BVN', 11))),
      nin: optional(personal(digits('NIN', 11))),
      dateOfBirth: { kind: 'date', personal: true, optional: true, about: 'Date of birth' },
    },
  },
  confirmCustomer: {
    summary:
      'Say that the customer of the enrolment is the borrower of this loan, although their data differ',
    overrules: true,
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: { reason: code('Why', ['WRITTEN_OTHERWISE', 'CHECKED_WITH_BORROWER', 'OTHER']) },
    subject: { customerId: { kind: 'reference', about: "The bank's id of that customer" } },
  },
  closeAsRejected: {
    summary: 'Close the loan because the KYC was rejected',
    ends: true,
    roles: STAFF,
    stages: ['ENROLMENT'],
    answers: true,
    fields: {
      reason: code('Why', ['KYC_FAILED', 'IDENTITY_MISMATCH', 'FRAUD_SUSPECTED', 'NO_RESPONSE', 'OTHER']),
    },
  },
  correctBankStatement: {
    summary: 'Ask for the bank statement again, from another bank, account or phone number',
    roles: STAFF,
    stages: ['BANK_STATEMENT'],
    fields: {
      sortCode: digits('Code of the bank', 3, 6),
      accountNumber: optional(personal(digits('Account number; with another bank, give it anew', 10))),
      phone: optional(
        personal(digits('Phone number that this bank knows; with another bank, give it anew', 10, 15)),
      ),
    },
  },
  returnToApplicant: {
    summary:
      'Ask the applicant for something; the loan goes no further until an officer says that it came back',
    roles: STAFF,
    stages: BEFORE_DISBURSEMENT,
    fields: {
      reason: code('Why', RETURN_REASONS),
      question: text('What to ask; you tell the applicant, since nothing is sent to them by itself', 500),
    },
  },
  resumeApplication: {
    summary:
      'Wait no more for what the applicant was asked for: it came back, or is not needed; the loan goes on',
    roles: STAFF,
    stages: BEFORE_DISBURSEMENT,
    fields: {},
  },
  recheck: {
    summary: 'Ask the bank for news now',
    roles: STAFF_AND_OPERATOR,
    stages: ['BANK_STATEMENT', 'DECISION', 'DISBURSEMENT', 'CLOSING'],
    fields: {},
  },
  ...retrying(STAFF_AND_OPERATOR, runningLoanStages),
  quote: {
    summary: 'Ask the bank what the loan costs: on these terms, or once it is disbursed, to settle it now',
    roles: ANSWERING,
    stages: BEFORE_DISBURSEMENT,
    fields: TERMS,
  },
  withdraw: {
    summary: 'Withdraw the application; an open offer is declined',
    ends: true,
    roles: ANSWERING,
    stages: BEFORE_DISBURSEMENT,
    fields: {
      reason: code('Why', ['BORROWER_REQUEST', 'DUPLICATE', 'FRAUD_SUSPECTED', 'NO_RESPONSE', 'OTHER']),
    },
  },
  resolveAttention: {
    summary: 'Say with evidence what became of a disbursement that the bank does not tell',
    roles: STAFF,
    stages: ['DISBURSEMENT', 'CLOSING'],
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
    'CLOSING',
  ]),
  ...casework(runningLoanStages),
} as const satisfies CommandTable;

export type LoanCommands = typeof loanCommands;
