import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { requireSecret } from '../authority/person-key';
import { NamesKey } from '../records/projection/names';

/** The file with the key of names cannot be used. */
export class NamesKeyError extends Error {
  override readonly name = 'NamesKeyError';
}

/** @throws NamesKeyError, KeyFileError where others can read the file */
export function readNamesKey(path: string): NamesKey {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    throw new NamesKeyError(`${path} cannot be read; "openssl rand -base64 32" makes a key`);
  }
  requireSecret(path);
  const key = Buffer.from(text, 'base64');
  if (key.length < 32) throw new NamesKeyError(`${path} must hold 32 bytes or more in base64`);
  return new NamesKey(key);
}

/** Makes a new key, for its owner's eyes alone. */
export const writeNamesKey = (path: string): void =>
  writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
