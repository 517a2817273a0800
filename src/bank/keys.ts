import { KeyFileError, readSecretFile, WatchedKeyFile } from '../secrets/key-file';

/** One of the two keys of the bank: itself, or the file that holds it. */
export type BankKey = string | { readonly file: string };

const KEY = /^[\x21-\x7e]+$/;

/**
 * Gives a key for each request. A file that has changed is read anew, so that a key which was changed there counts from
 * the next request on; while it holds none, because it is being written, the key before goes on.
 * @throws KeyFileError when the file holds no key at the beginning, or others can read it
 */
export function keySource(key: BankKey): () => string {
  if (typeof key === 'string') return () => key;
  const file = new WatchedKeyFile(key.file, keyIn);
  return () => file.current();
}

function keyIn(path: string): string {
  const text = readSecretFile(path).trim();
  if (!KEY.test(text)) throw new KeyFileError(path, ['it must hold one key: a word of plain characters']);
  return text;
}
