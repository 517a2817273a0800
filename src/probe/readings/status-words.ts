import type { ReadingName } from '../../bank/contract/readings';
import type { Exchanges } from './exchanges';

/** The words of the interface document, by what they are about in the setting `BANK_WORDS`. */
const documented = {
  payout: ['SUCCESS', 'FAILED', 'REVERSED', 'PENDING'],
  kyc: ['VERIFIED', 'REJECTED', 'PENDING', 'NOT_ENROLLED'],
} as const;

type Subject = keyof typeof documented;

const sources = {
  payout: ['getPayoutStatus', 'data.status'],
  kyc: ['getKycStatus', 'data.kyc_status'],
} as const satisfies Record<Subject, readonly [string, string]>;

const isDocumented = (subject: Subject, word: string) =>
  (documented[subject] as readonly string[]).includes(word.trim().toUpperCase());

function wordsOf(seen: Exchanges, subject: Subject): string[] {
  const [row, path] = sources[subject];
  return seen.values(row, path).filter((word) => typeof word === 'string');
}

/** Words that the document does not know: only the lender can say what they mean. */
export const unknownWords = (seen: Exchanges): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (Object.keys(documented) as Subject[])
      .map(
        (subject) =>
          [subject, wordsOf(seen, subject).filter((word) => !isDocumented(subject, word))] as const,
      )
      .filter(([, words]) => words.length > 0)
      .map(([subject, words]) => [subject, [...new Set(words)]]),
  );

export function observedPayoutWords(seen: Exchanges): ReadingName<'payoutWords'> | undefined {
  if (seen.values(...sources.payout).includes(null)) return 'null';
  return reading(seen, 'payout');
}

export function observedKycWords(seen: Exchanges): ReadingName<'kycWords'> | undefined {
  if (wordsOf(seen, 'kyc').includes('EXPIRED')) return 'expires';
  return reading(seen, 'kyc');
}

function reading(seen: Exchanges, subject: Subject): 'documented' | 'lower-case' | 'synonyms' | undefined {
  const words = wordsOf(seen, subject);
  if (words.length === 0) return undefined;
  if (!words.every((word) => isDocumented(subject, word))) return 'synonyms';
  return words.every((word) => word === word.toUpperCase()) ? 'documented' : 'lower-case';
}
