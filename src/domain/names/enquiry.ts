/** A bank on the list that our bank keeps. Any of its codes may name it with an account. */
export interface ListedBank {
  readonly name: string;
  readonly code: string;
  /** Its codes in the other systems (CBN, NIP). */
  readonly otherCodes: readonly string[];
}

/** The list of banks, or our bank's words for refusing it. */
export type BankList = { readonly banks: readonly ListedBank[] } | { readonly refused: string };

/** An account whose holder's name the bank is asked for; without a bank's code, one of ours. */
export interface NameQuestion {
  readonly bankCode?: string;
  readonly accountNumber: string;
}

/** The bank's answer: the name, or its refusal. */
export type NameAnswer = { readonly accountName: string } | NoName;

/** The bank's refusal in its own words, without personal data. */
interface NoName {
  readonly refused: string;
}

/**
 * Longest time that a person waits for an answer. A call for which the rate limit has no room by then is
 * dropped, since nobody waits for it any more.
 */
export const ENQUIRY_WITHIN_SECONDS = 20;
