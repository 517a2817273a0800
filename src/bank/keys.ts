import { readFileSync } from 'node:fs';

/** One of the two keys of the bank: itself, or the file that holds it. */
export type BankKey = string | { readonly file: string };

/** A file does not hold a key. The message names the file and never what stands in it. */
export class BankKeyError extends Error {
  override readonly name = 'BankKeyError';
}

const KEY = /^[\x21-\x7e]+$/;

/**
 * Gives a key for each request. A file is read anew every time, so that a key which was changed there counts from the
 * next request on; while it holds none, because it is being written, the key before goes on.
 * @throws BankKeyError when the file holds no key at the beginning
 */
export function keySource(key: BankKey): () => string {
  if (typeof key === 'string') return () => key;
  let current = keyIn(key.file);
  return () => {
    try {
      current = keyIn(key.file);
    } catch (error) {
      if (!(error instanceof BankKeyError)) throw error;
    }
    return current;
  };
}

function keyIn(file: string): string {
  const text = textOf(file).trim();
  if (!KEY.test(text)) throw new BankKeyError(`${file} must hold one key: a word of plain characters`);
  return text;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new BankKeyError(`The key file ${file} cannot be read (${code})`);
  }
}
