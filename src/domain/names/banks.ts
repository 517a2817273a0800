/** A bank as the bank's own list has it. Accounts are told by any of its codes. */
export interface ListedBank {
  readonly name: string;
  readonly code: string;
  /** Its codes in the other systems (CBN, NIP). */
  readonly otherCodes: readonly string[];
}

/** The list, or why the bank tells none, in its words. */
export type BankList = { readonly banks: readonly ListedBank[] } | { readonly refused: string };
