/** A bank as the bank's own list has it. Accounts are told by any of its codes. */
export interface ListedBank {
  readonly name: string;
  readonly code: string;
  /** Its codes in the other systems (CBN, NIP). */
  readonly otherCodes: readonly string[];
}

/** The list, or why the bank tells none, in its words. */
export type BankList = { readonly banks: readonly ListedBank[] } | { readonly refused: string };

/** An account, of which the bank is asked in which name it is held. */
export interface NameQuestion {
  readonly bankCode: string;
  readonly accountNumber: string;
}

/** What the bank says: the name, or why it tells none. */
export type NameAnswer = { readonly accountName: string } | NoName;

/** In the words of the bank, without anything personal. */
interface NoName {
  readonly refused: string;
}

/**
 * So long a person waits for an answer. A call that finds no room in the rate limit within this time is not made later, when
 * no one waits for it any more.
 */
export const ENQUIRY_WITHIN_SECONDS = 20;
