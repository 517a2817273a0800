/** All disagreements between our ledger and an account's statement, each with what a person does about it. */
export const differenceCauses = {
  NOT_ON_STATEMENT: {
    kind: 'OURS_ONLY',
    about: 'we hold it as paid, the statement does not show it',
    toDo: 'Ask the bank with the trace of the payout; do not pay again before the bank has answered.',
  },
  UNKNOWN_DEBIT: {
    kind: 'THEIRS_ONLY',
    about: 'money left the account, and no payout of ours knows of it',
    toDo: 'Find out who ordered it; if no order is found, ask the bank to lock the account.',
  },
  NOT_SENT_BY_US: {
    kind: 'THEIRS_ONLY',
    about: 'the statement shows a payout that we hold as cancelled, or whose case was stopped from outside',
    toDo: 'Read its status at the bank and settle it with the beneficiary or their bank.',
  },
  DUTY_WITHOUT_CREDIT: {
    kind: 'THEIRS_ONLY',
    about: 'a stamp duty was taken for a credit that the statement does not show',
    toDo: 'Ask the bank for the credit, or for the duty back.',
  },
  OTHER_AMOUNT: {
    kind: 'DIFFERENT_AMOUNT',
    about: 'the statement shows another amount or fee than we hold',
    toDo: 'Compare both with the order; ask the bank for the difference.',
  },
  PAID_TWICE: {
    kind: 'DIFFERENT_AMOUNT',
    about: 'the statement shows it more than once',
    toDo: 'Get the second payment back from the beneficiary or the bank.',
  },
  NOT_RETURNED: {
    kind: 'DIFFERENT_AMOUNT',
    about: 'it failed or was reversed, and the money has not come back in full',
    toDo: 'Ask the bank with the trace of the payout for the money.',
  },
  RETURNED: {
    kind: 'DIFFERENT_AMOUNT',
    about: 'we hold it as paid, and the money came back',
    toDo: 'Its case is opened again by itself; pay again under a new reference once the reversal is certain.',
  },
} as const satisfies Record<string, { kind: string; about: string; toDo: string }>;

export type DifferenceCause = keyof typeof differenceCauses;
export type DifferenceKind = (typeof differenceCauses)[DifferenceCause]['kind'];

/** One disagreement, without personal data. Amounts are money that leaves the account, in kobo. */
export interface Difference {
  readonly cause: DifferenceCause;
  /** Our reference, if we know of the movement. */
  readonly reference?: string | undefined;
  /** The bank's own reference, to be quoted in a complaint. */
  readonly uniqueRef?: string | undefined;
  readonly at?: string | undefined;
  readonly oursKobo: number;
  readonly theirsKobo: number;
}

/** The absolute difference between both sides, in kobo. */
export const differenceKobo = ({ oursKobo, theirsKobo }: Difference): number =>
  Math.abs(theirsKobo - oursKobo);
