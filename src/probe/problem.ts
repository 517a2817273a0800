/** Where a reply differs from its row. Names and types of fields only: replies carry personal data. */
export interface Problem {
  /** Dotted, from the top of the reply; `[]` stands for any item of a list. */
  readonly field: string;
  readonly expected: string;
  readonly seen: string;
}
