import { createHmac, hkdfSync } from 'node:crypto';
import { JsonSeal } from '../../secrets/json-seal';

/** Names and ends of accounts in the copy of the cases: encrypted, and found by keyed digests of words and beginnings. */
export class NamesKey {
  private readonly names: JsonSeal;
  private readonly index: Buffer;

  /** @throws RangeError where the key is shorter than 32 bytes */
  constructor(key: Buffer) {
    if (key.length < 32) throw new RangeError('the key of names must have 32 bytes or more');
    this.names = new JsonSeal(key, 'desk names');
    this.index = Buffer.from(hkdfSync('sha256', key, '', 'desk index', 32));
  }

  /** Only this case opens it again. */
  seal = (caseId: string, content: object): string => this.names.seal(caseId, content);

  /** Nothing where it was sealed under another key, or for another case. */
  open = (caseId: string, sealed: string): object | undefined => this.names.open(caseId, sealed);

  /** Digests of all words in these texts and of their beginnings. */
  indexOf(texts: readonly string[]): string[] {
    const beginnings = texts.flatMap(wordsIn).flatMap((word) => {
      const lengths = Array.from({ length: word.length }, (_, place) => place + 1);
      return lengths.filter((length) => length >= BEGINNING_MIN).map((length) => word.slice(0, length));
    });
    return [...new Set(beginnings)].map((beginning) => this.digestOf(beginning));
  }

  /** Digests by which a case is found that holds all these words, the beginnings of words too. */
  searchFor(text: string): string[] {
    return wordsIn(text)
      .filter((word) => word.length >= BEGINNING_MIN)
      .map((word) => this.digestOf(word));
  }

  /** A digest of the whole account that a payout pays: no search for words leads to it. */
  payeeOf = (beneficiary: string): string => this.digestOf(`payee:${beneficiary}`);

  private digestOf(word: string): string {
    return createHmac('sha256', this.index).update(word).digest('base64url').slice(0, 16);
  }
}

/** Shorter beginnings would find half of everything. */
const BEGINNING_MIN = 2;
/** Longer words are found by their beginning. */
const WORD_MAX = 20;

/** Words without accents, in lower case. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_MAX));
