/** One kind of wait: its object, its actor, and the hours after which it needs attention. */
export interface Wait {
  readonly about: string;
  readonly on: 'bank' | 'officer' | 'supervisor' | 'borrower' | 'provider' | 'operator' | 'approver';
  /** What a person can do about it, a sentence. */
  readonly toDo: string;
  /** Hours of business time after which the wait raises attention; it goes on all the same. */
  readonly attentionAfterHours: number;
}

/** The stage of a case that does not answer, in lists. */
export const UNKNOWN_STATE = 'Present state unknown';

const DAY = 24;
const DECISION = { attentionAfterHours: 0, toDo: 'See what needs attention.' } as const;

/** All kinds of wait. The names are the values of the search attribute WaitingFor. */
export const waits = {
  ENROLMENT: {
    about: 'the enrolment of the customer',
    on: 'bank',
    attentionAfterHours: 7 * DAY,
    toDo: 'Look at the case of the enrolment, by the reference of the customer; recheck there asks the bank now.',
  },
  KYC_DECISION: {
    about: 'the KYC decision',
    on: 'bank',
    attentionAfterHours: 3 * DAY,
    toDo: 'Nothing; recheck asks the bank now.',
  },
  BANK_STATEMENT: {
    about: 'the bank statement',
    on: 'bank',
    attentionAfterHours: 2 * DAY,
    toDo: 'Nothing; recheck asks the bank now, correctBankStatement asks for the statement again.',
  },
  DOCUMENTS: {
    about: 'documents that are missing or were rejected',
    on: 'officer',
    attentionAfterHours: 3 * DAY,
    toDo: 'Hand in what the checklist misses, with submitDocument.',
  },
  LOAN_DECISION: {
    about: 'the decision on the application',
    on: 'bank',
    attentionAfterHours: 5 * DAY,
    toDo: 'Nothing; recheck asks the bank now.',
  },
  OFFER_ANSWER: {
    about: 'an answer to the offer',
    on: 'borrower',
    attentionAfterHours: 3 * DAY,
    toDo: 'Ask the borrower, then acceptOffer or declineOffer.',
  },
  OFFER_DECLINE: {
    about: "the bank's answer to the decline of the offer",
    on: 'bank',
    attentionAfterHours: 1 * DAY,
    toDo: 'Nothing; the loan ends once the bank has answered.',
  },
  TERMS: {
    about: 'agreement to the terms of use',
    on: 'borrower',
    attentionAfterHours: 3 * DAY,
    toDo: 'Ask the borrower, then agreeToTerms.',
  },
  BOARD_RESOLUTION: {
    about: 'the board resolution',
    on: 'borrower',
    attentionAfterHours: 5 * DAY,
    toDo: 'Get it from the borrower and hand it in with submitBoardResolution.',
  },
  GUARANTOR: {
    about: 'a guarantor',
    on: 'borrower',
    attentionAfterHours: 5 * DAY,
    toDo: 'Ask the borrower for a guarantor, then addGuarantor.',
  },
  DISBURSEMENT: {
    about: 'the disbursement by the lending partner',
    on: 'provider',
    attentionAfterHours: 14 * DAY,
    toDo: "Nothing; the lending partner's staff disburse. recheck asks the bank now.",
  },
  CLOSING: {
    about: 'the bank to close the application',
    on: 'officer',
    attentionAfterHours: 5 * DAY,
    toDo: 'Ask the bank to close it. recheck asks the bank now; resolveAttention says with evidence that nothing was disbursed.',
  },
  APPLICANT: {
    about: 'what the applicant was asked for',
    on: 'borrower',
    attentionAfterHours: 5 * DAY,
    toDo: 'Ask the borrower for it yourself: nothing is sent to them by itself. The loan is held until you hand it in, or say with resumeApplication that it came back or is not needed.',
  },
  REPAYMENT: {
    about: 'the repayment of an instalment',
    on: 'borrower',
    attentionAfterHours: Infinity,
    toDo: 'Nothing before the due date. From the day after, the case looks for the payment, and is in arrears if it sees none; recheck looks now.',
  },
  CHARGE: {
    about: 'what became of a charge',
    on: 'bank',
    attentionAfterHours: 3 * DAY,
    toDo: 'Nothing for 34 hours; then ask the bank, and let a supervisor say it with resolveCharge.',
  },
  APPROVAL: {
    about: 'the approval',
    on: 'approver',
    attentionAfterHours: 1 * DAY,
    toDo: 'Look at everything that is to be paid or changed, then approve or reject it.',
  },
  BANK_UPTIME: {
    about: "the beneficiary's bank to be reachable again",
    on: 'bank',
    attentionAfterHours: 1 * DAY,
    toDo: 'Nothing, it goes on by itself; release sends it all the same.',
  },
  RELEASE: {
    about: 'its release',
    on: 'operator',
    attentionAfterHours: 1 * DAY,
    toDo: 'Find out why it is held, then release or cancel it.',
  },
  PAYOUT_OUTCOME: {
    about: 'the outcome of the payout',
    on: 'bank',
    attentionAfterHours: 1 * DAY,
    toDo: 'Nothing; recheck asks the bank now.',
  },
  BATCH_CHECKS: {
    about: 'the checks of all rows',
    on: 'bank',
    attentionAfterHours: 1 * DAY,
    toDo: 'Nothing; every new beneficiary costs a call, and calls are limited.',
  },
  BATCH_REVIEW: {
    about: 'decisions about single rows',
    on: 'operator',
    attentionAfterHours: 1 * DAY,
    toDo: 'See what was found; then acceptRows, excludeRows or retry.',
  },
  BATCH_APPROVAL: {
    about: 'the approval of the batch',
    on: 'approver',
    attentionAfterHours: 1 * DAY,
    toDo: 'Let an approver who did not make the batch look at it, then approve or reject.',
  },
  BATCH_PAYOUTS: {
    about: 'the payouts of the batch',
    on: 'bank',
    attentionAfterHours: 2 * DAY,
    toDo: 'Nothing; payouts of it that need attention are listed by themselves.',
  },
  RECORDS: {
    about: 'the database of the records, without which no money is sent for the first time',
    on: 'operator',
    attentionAfterHours: 1,
    toDo: 'Look at the database that DATABASE_URL names; the case goes on by itself once it answers.',
  },
  POLICY: {
    about: 'a worker with the policy under which the case was opened, or a newer one',
    on: 'operator',
    attentionAfterHours: 1,
    toDo: 'Give every worker the newest policy and start it anew; the case goes on by itself.',
  },
  SUPERVISOR: { about: 'a decision of a supervisor', on: 'supervisor', ...DECISION },
  OFFICER: { about: 'a decision of a person', on: 'officer', ...DECISION },
} as const satisfies Record<string, Wait>;

export type WaitName = keyof typeof waits;

/** Hours until attention, per wait; a missing one keeps its default. */
export type Deadlines = Partial<Record<WaitName, number | undefined>>;

/** One stage of a case: its title for people, the stages that may follow, and its usual wait. */
export interface StageRow {
  readonly title: string;
  readonly next: readonly string[];
  readonly waitsFor?: WaitName;
  /** What a person can do about that wait in this stage, if it differs from the usual. */
  readonly toDo?: string;
  /** Set for a stage that ends the workflow. */
  readonly final?: true;
  /** Set for a stage in which money moves: the audit records its entry. */
  readonly movesMoney?: true;
}

export type StageTable = Readonly<Record<string, StageRow>>;
