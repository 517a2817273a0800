import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Role } from '../domain/case/commands';
import { createSecretFile, jsonText, parseKeys, readSecretFile } from '../secrets/key-files';
import { publicPart, thumbprint, type RingEntry, type RingKey } from './key-ring';

/** A key that signs acts, for one person or for a desk. */
export type SigningKey = Pick<RingKey, 'kid' | 'key' | 'subject' | 'roles'>;

const privateFile = z.strictObject({
  ...publicPart,
  d: z.string().regex(/^[\w-]{43}$/),
  alg: z.literal('EdDSA'),
});

type PrivateFile = z.output<typeof privateFile>;

/** A new key pair: the private file, and the ring's entry. Its name cannot look like an option. */
export function newKeyPair(subject: string, roles: readonly Role[]): { file: PrivateFile; entry: RingEntry } {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const kid = thumbprint(x);
  if (kid.startsWith('-')) return newKeyPair(subject, roles);
  const asserts = { subject, roles: [...roles] };
  const file = { kty: 'OKP', crv: 'Ed25519', x, kid, asserts, d, alg: 'EdDSA' } as const;
  return { file, entry: publicHalf(file) };
}

const publicHalf = ({ d: _, ...shared }: PrivateFile): RingEntry => ({
  ...shared,
  use: 'sig',
  state: 'active',
});

/** The public half of a person's private file. @throws KeyFileError */
export const publicHalfOf = (path: string): RingEntry =>
  publicHalf(parseKeys(path, readSecretFile(path), privateFile));

/** Writes a new file that only its owner can read. @throws KeyFileError if it exists already */
export const writeSecretFile = (path: string, content: object): void =>
  createSecretFile(path, jsonText(content));

/** Reads a person's private key. @throws KeyFileError, also if others can read the file */
export const readSigningKey = (path: string): SigningKey =>
  signingKeyOf(parseKeys(path, readSecretFile(path), privateFile));

export function signingKeyOf({ kty, crv, x, d, kid, asserts: { subject, roles } }: PrivateFile): SigningKey {
  return { kid, key: createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }), subject, roles };
}
