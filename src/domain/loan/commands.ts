import {
  ANSWERING,
  casework,
  code,
  retrying,
  STAFF,
  STAFF_AND_OPERATOR,
  STANDING,
  text,
  type CommandTable,
} from '../case/commands';
import { secondPerson } from '../case/agreement';
import { applicationCommands } from './application-commands';
import { documentCommands } from './document-commands';
import { offerCommands } from './offer-commands';
import { BEFORE_DISBURSEMENT, runningLoanStages } from './stages';

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
