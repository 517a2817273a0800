import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Names and ends of accounts in the copy of the cases: encrypted, and found by keyed digests of words and beginnings. */
export class NamesKey {
  private readonly encryption: Buffer;
  private readonly index: Buffer;

  /** @throws RangeError where the key is shorter than 32 bytes */
  constructor(key: Buffer) {
    if (key.length < 32) throw new RangeError('the key of names must have 32 bytes or more');
    const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `desk ${use}`, 32));
    this.encryption = derived('names');
    this.index = derived('index');
  }

  /** Only this case opens it again. */
  seal(caseId: string, content: object): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.encryption, iv).setAAD(Buffer.from(caseId));
    const sealed = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** Nothing where it was sealed under another key, or for another case. */
  open(caseId: string, sealed: string): object | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.encryption, bytes.subarray(0, 12))
        .setAAD(Buffer.from(caseId))
        .setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return Object(JSON.parse(opened.toString('utf8'))) as object;
    } catch {
      return undefined;
    }
  }

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
