/** Whom a case waits for. */
export type WaitsFor = 'service' | 'officer' | 'borrower' | 'provider' | 'operator' | 'calendar';

/** One kind of wait: what for, whom, and after how long it deserves attention. */
export interface Wait {
  readonly about: string;
  readonly on: WaitsFor;
  /** Hours of business time after which the wait raises attention; it goes on all the same. */
  readonly attentionAfterHours: number;
}

const DAY = 24;

/** Every wait there is. The names are the values of the search attribute WaitingFor. */
export const waits = {
  ENROLMENT: { about: 'the enrolment of the customer', on: 'service', attentionAfterHours: 7 * DAY },
  KYC_DECISION: { about: 'the KYC decision', on: 'service', attentionAfterHours: 3 * DAY },
  BANK_STATEMENT: { about: 'the bank statement', on: 'service', attentionAfterHours: 2 * DAY },
  DOCUMENTS: {
    about: 'documents that are missing or were rejected',
    on: 'officer',
    attentionAfterHours: 3 * DAY,
  },
  LOAN_DECISION: { about: 'the decision on the application', on: 'service', attentionAfterHours: 5 * DAY },
  OFFER_ANSWER: { about: 'an answer to the offer', on: 'borrower', attentionAfterHours: 3 * DAY },
  TERMS: { about: 'agreement to the terms of use', on: 'borrower', attentionAfterHours: 3 * DAY },
  BOARD_RESOLUTION: { about: 'the board resolution', on: 'borrower', attentionAfterHours: 5 * DAY },
  GUARANTOR: { about: 'a guarantor', on: 'borrower', attentionAfterHours: 5 * DAY },
  DISBURSEMENT: { about: 'the disbursement by the provider', on: 'provider', attentionAfterHours: 14 * DAY },
  REPAYMENT: { about: 'the repayment of an instalment', on: 'borrower', attentionAfterHours: Infinity },
  PAYOUT_OUTCOME: { about: 'the outcome of the payout', on: 'service', attentionAfterHours: 1 * DAY },
  OFFICER: { about: 'a decision of a person', on: 'officer', attentionAfterHours: 0 },
} as const satisfies Record<string, Wait>;

export type WaitName = keyof typeof waits;

/** Hours until attention, per wait; what is left out keeps its default. */
export type Deadlines = Partial<Record<WaitName, number | undefined>>;
