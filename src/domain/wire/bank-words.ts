import { documentedWords, folded } from '../../bank/contract/codes';

/** The kinds of record that have a status at the bank. */
export type WordSubject = keyof typeof documentedWords;

/** The bank's own words (folded), each with the documented word that a lender says it means. */
export type BankWords = { readonly [S in WordSubject]?: Readonly<Record<string, string>> | undefined };

export const isSameWord = (one: string, other: string): boolean => folded(one) === folded(other);

/** The word for a status: the lender's, else the bank's own, which is not final unless documented. */
export const wordFor = (named: BankWords, subject: WordSubject, word: string): string =>
  named[subject]?.[folded(word)] ?? folded(word);

/** The phrase for a bank's word that the document does not have. */
export const UNDOCUMENTED = 'a word that the interface document does not have';

export const isDocumented = (subject: WordSubject, word: string): boolean =>
  (documentedWords[subject] as readonly string[]).includes(word);

/** The only statuses that end a payout; any other word of the bank is not final. */
export const FINAL_STATUSES = ['SUCCESS', 'FAILED', 'REVERSED'] as const;

export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** The final status that a word of the bank stands for; `undefined` while the payout is not settled. */
export const finalStatusOf = (word: string | null | undefined): FinalStatus | undefined =>
  FINAL_STATUSES.find((status) => isSameWord(status, word ?? ''));
