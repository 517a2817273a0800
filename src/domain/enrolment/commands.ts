import { casework, code, retrying, STAFF, STAFF_AND_OPERATOR, type CommandTable } from '../case/commands';
import type { EnrolmentStage } from './stages';

const RUNNING = ['CUSTOMER', 'ACCOUNT', 'KYC'] as const satisfies EnrolmentStage[];

export const enrolmentCommands = {
  recheck: { summary: 'Ask for the KYC state now', roles: STAFF_AND_OPERATOR, stages: ['KYC'], fields: {} },
  ...retrying(STAFF_AND_OPERATOR, RUNNING),
  createAnotherRecord: {
    summary: 'Make a second record of the customer at the bank, beside the one with other data',
    overrules: true,
    roles: STAFF,
    stages: ['CUSTOMER'],
    answers: true,
    fields: { reason: code('Why', ['BANK_CANNOT_CORRECT', 'OTHER_PERSON', 'OTHER']) },
  },
  closeEnrolment: {
    summary: 'End the enrolment without a verdict; a later loan begins another one',
    ends: true,
    roles: STAFF,
    stages: RUNNING,
    fields: {
      reason: code('Why', ['BORROWER_REQUEST', 'WRONG_DATA', 'NO_RESPONSE', 'FRAUD_SUSPECTED', 'OTHER']),
    },
  },
  ...casework(RUNNING),
} as const satisfies CommandTable;

export type EnrolmentCommands = typeof enrolmentCommands;
