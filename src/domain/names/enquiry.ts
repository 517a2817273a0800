/** A bank on the list that our bank keeps. Any of its codes may name it with an account. */
export interface ListedBank {
  readonly name: string;
  readonly code: string;
  /** Its codes in the other systems (CBN, NIP). */
  readonly otherCodes: readonly string[];
}

/** Our bank's refusal in its own words, without personal data. */
interface Refused {
  readonly refused: string;
}

export type BankList = { readonly banks: readonly ListedBank[] } | Refused;

/** An account whose holder's name the bank is asked for; without a bank's code, one of ours. */
export interface NameQuestion {
  readonly bankCode?: string;
  readonly accountNumber: string;
}

/** The name in which the account is held, or why the bank does not tell it. */
export type NameAnswer = { readonly accountName: string } | Refused;

/**
 * Longest time that a person waits for an answer. A call for which the rate limit has no room by then is
 * dropped, since nobody waits for it any more.
 */
export const ENQUIRY_WITHIN_SECONDS = 20;
