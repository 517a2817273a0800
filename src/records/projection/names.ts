import { createHmac, hkdfSync } from 'node:crypto';
import { JsonSeal } from '../../secrets/cipher';

/** The encrypted part of a case, unreadable in the database. */
export interface SealedPart {
  readonly name?: string | undefined;
  readonly accountEndsWith?: string | undefined;
  /** Of the borrower of a loan in repayment. */
  readonly phone?: string | undefined;
  /** A person's last note on a loan in repayment, with its business time. */
  readonly lastNote?: { readonly at: string; readonly text: string } | undefined;
  /** What the last call to its borrower came to. */
  readonly lastCall?: string | undefined;
}

/**
 * Names and account endings in the copy of the cases: encrypted, and found by keyed digests of words and
 * their beginnings. Personal numbers and e-mail addresses are found only as a whole.
 */
export class NamesKey {
  private readonly names: JsonSeal;
  private readonly index: Buffer;

  /** @param key of 32 bytes or more */
  constructor(key: Buffer) {
    this.names = new JsonSeal(key, 'desk names');
    this.index = Buffer.from(hkdfSync('sha256', key, '', 'desk index', 32));
  }

  seal = (caseId: string, content: object): string => this.names.seal(caseId, content);

  /** Returns `undefined` for content sealed under another key or for another case. */
  open = (caseId: string, sealed: string): object | undefined => this.names.open(caseId, sealed);

  /** Digests of all words in `texts` and of their beginnings, and of each of `whole`. */
  indexOf(texts: readonly string[], whole: readonly string[] = []): string[] {
    const words = texts.flatMap((text) => [...wordsIn(text), ...wordsIn(text.replace(APOSTROPHES, ''))]);
    const beginnings = words.flatMap((word) => {
      const lengths = Array.from({ length: word.length }, (_, place) => place + 1);
      return lengths.filter((length) => length >= BEGINNING_MIN).map((length) => word.slice(0, length));
    });
    const digests = [...new Set(beginnings)].map((beginning) => this.digestOf(beginning));
    return [...digests, ...whole.map((one) => this.wholeOf(one))];
  }

  /** The digest that finds a case by exactly this number or address. */
  wholeOf = (text: string): string => this.digestOf(`=${wholeIn(text)}`);

  /** Digests that find the cases with all these words, or words that begin with them. */
  searchFor(text: string): string[] {
    return wordsIn(text)
      .filter((word) => word.length >= BEGINNING_MIN)
      .map((word) => this.digestOf(word));
  }

  /** A digest of a payout's whole destination account, or of that and its amount, which no search for words finds. */
  payeeOf = (payee: string): string => this.digestOf(`payee:${payee}`);

  /** A digest of the amount of one row of a batch. */
  amountOf = (amountKobo: number): string => this.digestOf(`kobo:${amountKobo}`);

  private digestOf(word: string): string {
    return createHmac('sha256', this.index).update(word).digest('base64url').slice(0, 16);
  }
}

/** Shorter beginnings would find half of everything. */
const BEGINNING_MIN = 2;
/** Longer words are found by their beginning. */
const WORD_MAX = 20;

/** Letters of Hausa, Yoruba, Igbo and their neighbours that are not a letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ɗ: 'd', ɖ: 'd', đ: 'd', ɓ: 'b', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɲ: 'n', ɛ: 'e', ǝ: 'e', ə: 'e', ɔ: 'o' },
  ...{ ı: 'i', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ß: 'ss' },
};
const ODD_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Yar'Adua is found as *yaradua*, too. */
const APOSTROPHES = /['’‘ʼʹˈ`]/g;

/** Words without accents, in lower case. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(ODD_LETTER, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_MAX));

/** A number without separators (a phone number also without its country code); an address in lower case. */
const wholeIn = (text: string): string => {
  const number = text.normalize('NFKC').replace(/[\s().-]/g, '');
  return /^\+?\d+$/.test(number)
    ? number.replace(/^(\+|00)?234(?=\d{10}$)/, '0')
    : text.normalize('NFKC').trim().toLowerCase();
};
