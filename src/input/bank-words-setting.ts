import { z } from 'zod';
import { documentedWords, folded } from '../bank/contract/codes';
import type { BankWords, WordSubject } from '../domain/wire/bank-words';
import { inputProblems, jsonIn } from './problems';

/** BANK_WORDS cannot be used. The message lists the problems, a line each. */
export class BankWordsError extends Error {
  override readonly name = 'BankWordsError';
  readonly kind = 'usage';

  constructor(problems: readonly string[]) {
    super(['BANK_WORDS cannot be used:', ...problems].join('\n  '));
  }
}

const foldedKeys = (words: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([word, meaning]) => [folded(word), meaning]));

const meaningsOf = (words: readonly string[]) =>
  z
    .record(
      z.string(),
      z.enum(words as [string, ...string[]], { error: `each word must mean one of ${words.join(', ')}` }),
    )
    .transform(foldedKeys)
    .optional();

/** Adds a meaning: a transaction may say that money was booked, and nothing about its payout. */
const meanings = { ...documentedWords, transaction: [...documentedWords.transaction, 'UNCLEAR'] };

const bankWords = z.strictObject(
  Object.fromEntries(
    Object.entries(meanings).map(([subject, words]) => [subject, meaningsOf(words)]),
  ) as Record<WordSubject, ReturnType<typeof meaningsOf>>,
  { error: 'it must be an object of subjects, each with words and what they mean' },
);

/** Parses what the lender says that the bank's words mean; by default nothing. @throws BankWordsError */
export function readBankWords(text = '{}'): BankWords {
  const { data, error } = bankWords.safeParse(jsonIn(text, (problems) => new BankWordsError(problems)));
  if (error) throw new BankWordsError(inputProblems(error));
  return data;
}
