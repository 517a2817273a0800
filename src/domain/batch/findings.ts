/** Something about a row that a person has to decide before the batch can be approved. */
interface FindingRow {
  readonly about: string;
  /** Whether the row may be paid all the same, when a person says so. */
  readonly acceptable: boolean;
  /** Whether asking the bank again may change it. */
  readonly repeatable: boolean;
}

/** Everything that the checks of a batch may find about a row. */
export const findings = {
  REFERENCE_USED: {
    about: 'the reference has been used before',
    acceptable: false,
    repeatable: false,
  },
  ACCOUNT_REFUSED: {
    about: 'the account could not be resolved',
    acceptable: false,
    repeatable: true,
  },
  NAME_MISMATCH: {
    about: 'the name in which the account is held does not fit',
    acceptable: true,
    repeatable: true,
  },
  NAME_CLOSE: {
    about: 'the name in which the account is held is only close',
    acceptable: true,
    repeatable: true,
  },
  SAME_PAYMENT: {
    about: 'the beneficiary and the amount are those of an earlier row',
    acceptable: true,
    repeatable: false,
  },
} as const satisfies Record<string, FindingRow>;

export type Finding = keyof typeof findings;
