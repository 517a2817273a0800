import { LOAN_LONGEST_MONTHS, LOAN_MINIMUM_KOBO } from '../../bank/contract/codes';
import { ANSWERING, code, STAFF, text, type CommandRow, type CommandTable } from '../case/commands';
import { BEFORE_DISBURSEMENT } from './stages';

/** Why a loan is returned to its applicant. */
export const RETURN_REASONS = ['DOCUMENT_NEEDED', 'DATA_NEEDED', 'CLARIFICATION', 'OTHER'] as const;

/** What a person may do while the customer and the application are made known to the bank. */
export const applicationCommands = {
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
