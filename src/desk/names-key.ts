import { randomBytes } from 'node:crypto';
import { NamesKey } from '../records/projection/names';
import { JsonSeal } from '../secrets/cipher';
import { createSecretFile, KeyFileError, readSecretFile } from '../secrets/key-files';

const MAKE_ONE = '"openssl rand -base64 32" makes one';

/** Reads the key that names are indexed under. @throws KeyFileError */
export const readNamesKey = (path: string): NamesKey => new NamesKey(secretIn(path));

/**
 * Reads the seal of the desk's rows about people from the same file. It depends on the issuer, since another
 * provider may use the same subject for another person. @throws KeyFileError
 */
export const readRowSeal = (path: string, issuer: string): JsonSeal =>
  new JsonSeal(secretIn(path), `desk rows of ${issuer}`);

function secretIn(path: string): Buffer {
  const key = Buffer.from(readSecretFile(path).trim(), 'base64');
  if (key.length < 32) throw new KeyFileError(path, [`it must hold 32 bytes or more in base64; ${MAKE_ONE}`]);
  return key;
}

/** Writes a new key to a file that only its owner can read. */
export const writeNamesKey = (path: string): void =>
  createSecretFile(path, `${randomBytes(32).toString('base64')}\n`);
