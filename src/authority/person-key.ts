import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { closeSync, fchmodSync, openSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { Role } from '../domain/case/commands';
import { KeyFileError, publicPart, readJson, thumbprint, type RingEntry } from './key-ring';

/** A key that signs acts, for one person or for a desk. */
export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
  readonly subject: string;
  readonly roles: readonly Role[];
}

const privateFile = z.strictObject({
  ...publicPart,
  d: z.string().regex(/^[\w-]{43}$/),
  alg: z.literal('EdDSA'),
});

type PrivateFile = z.output<typeof privateFile>;

/** A new pair of keys: the private file, and the entry of the ring. */
export function newKeyPair(subject: string, roles: readonly Role[]): { file: PrivateFile; entry: RingEntry } {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const shared = {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: thumbprint(x),
    asserts: { subject, roles: [...roles] },
  } as const;
  return {
    file: { ...shared, d, alg: 'EdDSA' },
    entry: { ...shared, alg: 'EdDSA', use: 'sig', state: 'active' },
  };
}

/** Writes a new file that its owner alone can read. @throws KeyFileError where there is one already */
export function writeSecretFile(path: string, content: object): void {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new KeyFileError(path, [
      exists ? 'it exists already, and is left as it is' : 'it cannot be written',
    ]);
  }
  fchmodSync(file, 0o600);
  writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
  closeSync(file);
}

/** Reads the private key of a person. @throws KeyFileError also where others can read the file */
export function readSigningKey(path: string): SigningKey {
  requireSecret(path);
  const { data } = privateFile.safeParse(readJson(path));
  if (!data) throw new KeyFileError(path, ['it is not a private key that "keys create" has made']);
  return signingKeyOf(data);
}

export function signingKeyOf({ kty, crv, x, d, kid, asserts: { subject, roles } }: PrivateFile): SigningKey {
  return { kid, key: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }), subject, roles };
}

/** @throws KeyFileError where the file's group or other users may read it */
export function requireSecret(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new KeyFileError(path, [`others can read it: chmod 600 ${path}`]);
}
