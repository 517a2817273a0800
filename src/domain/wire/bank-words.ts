import { APPLICATION_STATUSES } from '../../bank/contract/codes';

/** What has a status at the bank, with the words that the document has for it. Only these are compared with. */
export const documentedWords = {
  payout: ['SUCCESS', 'FAILED', 'REVERSED', 'PENDING'],
  charge: ['SUCCESS', 'FAILED', 'PENDING'],
  transaction: ['SUCCESS', 'PENDING'],
  kyc: ['VERIFIED', 'REJECTED', 'PENDING', 'NOT_ENROLLED'],
  bankStatement: ['COMPLETED', 'FAILED', 'PENDING'],
  application: APPLICATION_STATUSES,
  offer: ['PENDING'],
  instalment: ['PAID', 'UNPAID'],
  loan: ['ACTIVE', 'ACTIVE_IN_ARREARS', 'CLOSED'],
} as const satisfies Record<string, readonly string[]>;

export type WordSubject = keyof typeof documentedWords;

/** The bank's own words (folded), each with the documented word that a lender says it means. */
export type BankWords = { readonly [S in WordSubject]?: Readonly<Record<string, string>> | undefined };

/** A word of the bank as it is compared, here and nowhere else: case and space aside. */
export const folded = (word: string): string => word.trim().toUpperCase().replace(/\s+/g, '_');

/** Whether two words of the bank are the same. */
export const isSameWord = (one: string, other: string): boolean => folded(one) === folded(other);

/** The word for a status: what a lender has named it, else the bank's own, which is not final unless documented. */
export const wordFor = (named: BankWords, subject: WordSubject, word: string): string =>
  named[subject]?.[folded(word)] ?? folded(word);

/** The only statuses that end a payout; whatever else the bank says is not final yet. */
const FINAL_STATUSES = ['SUCCESS', 'FAILED', 'REVERSED'] as const;

export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** The final status that a word of the bank stands for; nothing while the payout is not settled. */
export const finalStatusOf = (word: string | null | undefined): FinalStatus | undefined =>
  FINAL_STATUSES.find((status) => isSameWord(status, word ?? ''));
