import { randomBytes } from 'node:crypto';
import { NamesKey } from '../records/projection/names';
import { createSecretFile, KeyFileError, readSecretFile } from '../secrets/key-file';

const MAKE_ONE = '"openssl rand -base64 32" makes one';

/** The key that names are indexed under. @throws KeyFileError */
export function readNamesKey(path: string): NamesKey {
  const key = Buffer.from(readSecretFile(path).trim(), 'base64');
  if (key.length < 32) throw new KeyFileError(path, [`it must hold 32 bytes or more in base64; ${MAKE_ONE}`]);
  return new NamesKey(key);
}

/** Makes a new key, for its owner's eyes alone. */
export const writeNamesKey = (path: string): void =>
  createSecretFile(path, `${randomBytes(32).toString('base64')}\n`);
