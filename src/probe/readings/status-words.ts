import { documentedWords, folded } from '../../bank/contract/codes';
import type { ReadingName } from '../../bank/contract/readings';
import type { Exchanges } from './exchanges';

/** Whose words are looked at, and where they stand. */
const sources = {
  payout: ['getPayoutStatus', 'data.status'],
  kyc: ['getKycStatus', 'data.kyc_status'],
} as const satisfies { readonly [S in keyof typeof documentedWords]?: readonly [string, string] };

type Subject = keyof typeof sources;

const isDocumented = (subject: Subject, word: string) =>
  (documentedWords[subject] as readonly string[]).includes(folded(word));

function wordsOf(seen: Exchanges, subject: Subject): string[] {
  const [row, path] = sources[subject];
  return seen.values(row, path).filter((word) => typeof word === 'string');
}

/** Words that the document does not know: only the lender can say what they mean. */
export const unknownWords = (seen: Exchanges): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (Object.keys(sources) as Subject[])
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
