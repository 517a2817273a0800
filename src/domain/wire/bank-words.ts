/** A status word of the bank as it is compared, here and nowhere else: case and surrounding space aside. */
export const folded = (word: string): string => word.trim().toUpperCase();

/** Whether two words of the bank are the same. */
export const isSameWord = (one: string, other: string): boolean => folded(one) === folded(other);

/** The only statuses that end a payout; whatever else the bank says is not final yet. */
const FINAL_STATUSES = ['SUCCESS', 'FAILED', 'REVERSED'] as const;

export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** The final status that a word of the bank stands for; nothing while the payout is not settled. */
export const finalStatusOf = (word: string): FinalStatus | undefined =>
  FINAL_STATUSES.find((status) => isSameWord(status, word));
