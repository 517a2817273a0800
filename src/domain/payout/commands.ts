import {
  code,
  digits,
  noting,
  OPERATORS,
  optional,
  personal,
  retrying,
  sha256,
  STANDING,
  text,
  whole,
  type CommandTable,
} from '../case/commands';
import { secondPerson } from '../case/agreement';
import { REMARK_MAX } from '../money/remarks';
import { PAYOUT_MINIMUM_KOBO } from '../../bank/contract/limits';

const BEFORE_SEND = ['PREPARING', 'APPROVAL', 'APPROVED'] as const;
/** Includes a payout that is being sent; its case refuses the command once the bank may have it. */
export const UNSENT = [...BEFORE_SEND, 'SUBMITTING'] as const;
const RUNNING = [...UNSENT, 'PENDING'] as const;
const APPROVERS = ['approver', 'supervisor', 'operator', 'officer'] as const;

/** The situation of a payout: a person's statement about one send is void once it is sent again. */
const SENDING = {
  ...STANDING,
  send: whole('How often it had been sent', 0),
} as const;

export const payoutCommands = {
  approve: {
    summary: 'Approve the payout',
    roles: APPROVERS,
    stages: ['APPROVAL'],
    fields: { expectedDigest: sha256('The digest that the case shows: refuse if it is another by now') },
  },
  reject: {
    summary: 'Reject the payout: it ends unsent',
    ends: true,
    roles: APPROVERS,
    stages: ['APPROVAL'],
    fields: {
      reason: code('Why', ['WRONG_BENEFICIARY', 'WRONG_AMOUNT', 'NOT_JUSTIFIED', 'DUPLICATE', 'OTHER']),
    },
  },
  amend: {
    summary: 'Change the payout before it is sent: it is checked anew and, if its amount asks, approved anew',
    roles: OPERATORS,
    stages: BEFORE_SEND,
    fields: {
      amountKobo: optional(whole('The amount', PAYOUT_MINIMUM_KOBO)),
      bankCode: optional(digits("The beneficiary's bank", 3, 10)),
      bankName: optional(text("The bank's name", 100)),
      accountNumber: optional(personal(digits("The beneficiary's account", 10))),
      accountName: optional(personal(text('The name that you expect', 200))),
      remark: optional(text('The remark', REMARK_MAX)),
    },
  },
  confirmName: {
    summary: 'Confirm that the account belongs to the beneficiary',
    overrules: true,
    roles: OPERATORS,
    stages: ['PREPARING'],
    answers: true,
    fields: { reason: code('Why', ['CHECKED_WITH_BENEFICIARY', 'KNOWN_ALIAS', 'OTHER']) },
    subject: {
      bankCode: digits("The beneficiary's bank", 3, 10),
      accountNumber: personal(digits("The beneficiary's account", 10)),
      resolvedName: personal(text('The name in which it is held', 200)),
    },
  },
  hold: {
    summary:
      'Hold the payout back until an operator or a supervisor releases it: not possible once the bank may have it',
    roles: OPERATORS,
    stages: UNSENT,
    fields: { reason: code('Why', ['UNDER_REVIEW', 'SUSPECTED_FRAUD', 'WAIT_FOR_FUNDS', 'OTHER']) },
  },
  release: {
    summary: 'Release what is held back: an approver acts next if an approval is missing, else it is paid',
    roles: OPERATORS,
    stages: UNSENT,
    fields: { reason: code('Why', ['CHECKED', 'URGENT', 'BANK_CONFIRMED', 'OTHER']) },
  },
  cancel: {
    summary: 'Cancel the payout: not possible once the bank may have it',
    ends: true,
    roles: OPERATORS,
    stages: UNSENT,
    fields: {
      reason: code('Why', ['WRONG_BENEFICIARY', 'WRONG_AMOUNT', 'DUPLICATE', 'NO_LONGER_NEEDED', 'OTHER']),
    },
  },
  abandon: {
    summary: 'Give up a payout that the bank refused and never took',
    ends: true,
    roles: ['supervisor'],
    stages: ['SUBMITTING'],
    answers: true,
    fields: { reason: code('Why', ['REFUSED_FOR_GOOD', 'NO_LONGER_NEEDED', 'OTHER']) },
  },
  recheck: { summary: 'Ask for the status now', roles: OPERATORS, stages: ['PENDING'], fields: {} },
  resolveAttention: {
    summary: 'Say with evidence what became of a payout that the bank leaves unclear, or took back',
    roles: OPERATORS,
    stages: ['SUBMITTING', 'PENDING'],
    fields: {
      outcome: code('What the evidence says', [
        'STILL_OPEN',
        'MONEY_ARRIVED',
        'MONEY_RETURNED',
        'NEVER_SENT',
      ]),
      evidence: text('Where it can be looked up: a ticket, a statement, a letter of the bank', 500),
    },
    subject: SENDING,
  },
  ...secondPerson(RUNNING),
  retry: { ...retrying(OPERATORS, RUNNING).retry, subject: SENDING },
  ...noting([...OPERATORS, 'approver', 'officer'], RUNNING),
} as const satisfies CommandTable;

/** The subject of `confirmName`: the account and its resolved name. */
export const namedAccount = (
  { bankCode, accountNumber }: { readonly bankCode: string; readonly accountNumber: string },
  resolvedName: string,
) => ({ bankCode, accountNumber, resolvedName });

export type PayoutCommands = typeof payoutCommands;

const REOPENED = ['REOPENED'] as const;
const { recheck, resolveAttention, retry, addNote } = payoutCommands;

export const reopenedPayoutCommands = {
  recheck: { ...recheck, stages: REOPENED },
  resolveAttention: { ...resolveAttention, stages: REOPENED, subject: STANDING },
  ...secondPerson(REOPENED),
  retry: { ...retry, stages: REOPENED, subject: STANDING },
  addNote: { ...addNote, stages: REOPENED },
} as const satisfies CommandTable;

export type ReopenedPayoutCommands = typeof reopenedPayoutCommands;

/** The final status by a person's evidence; `undefined` if the payout stays open. */
export const endByResolution = {
  STILL_OPEN: undefined,
  MONEY_ARRIVED: 'SUCCESS',
  MONEY_RETURNED: 'REVERSED',
  NEVER_SENT: 'FAILED',
} as const;
