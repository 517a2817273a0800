import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ROLES, type Role } from '../domain/case/commands';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';
import { parseKeys, readKeyFile, WatchedKeyFile } from '../secrets/key-file';
import { hash } from './digest';

/** The subject of a key that may speak for any person: that of a desk at which people log in. */
export const ANY_PERSON = '*';

const coordinate = z.string().regex(/^[\w-]{43}$/, { error: 'x must be an Ed25519 key of 32 bytes' });

const asserts = z.strictObject({
  subject: z.union([z.literal(ANY_PERSON), z.string().max(REFERENCE_MAX).regex(REFERENCE_PATTERN)], {
    error: 'subject must be an opaque id of a person, or * for a desk',
  }),
  roles: z
    .array(z.enum(ROLES, { error: `roles must be some of ${ROLES.join(', ')}` }))
    .min(1)
    .readonly(),
});

/** The members of a key that both halves have. */
export const publicPart = {
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519', { error: 'crv must be Ed25519' }),
  x: coordinate,
  kid: z.string(),
  asserts,
};

const ringKey = z
  .strictObject({
    ...publicPart,
    alg: z.literal('EdDSA').optional(),
    use: z.literal('sig').optional(),
    state: z.enum(['active', 'retired', 'revoked'], { error: 'state must be active, retired or revoked' }),
    since: z.iso.datetime({ error: 'since must be an instant, ISO 8601 in UTC' }).optional(),
  })
  .refine(({ kid, x }) => kid === thumbprint(x), {
    error: 'kid must be the thumbprint of the key (RFC 7638)',
  })
  .refine(({ state, since }) => state === 'active' || since !== undefined, {
    error: 'since must say when the key was retired or revoked',
  });

const ringFile = z
  .strictObject({ keys: z.array(ringKey) })
  .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
    error: 'each kid may stand there once',
  });

/** A key of the ring as its file has it. */
export type RingEntry = z.output<typeof ringKey>;

/** A key that acts are checked with. */
export interface RingKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** Whom it may speak for: one person, or any of them. */
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly state: RingEntry['state'];
  /** When it was retired or revoked, in milliseconds. */
  readonly sinceMs: number;
}

/** Name of a key by its content (RFC 7638). */
export const thumbprint = (x: string): string => hash(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);

/** The public keys whose acts count, by name. */
export type KeyRing = ReadonlyMap<string, RingKey>;

export const keyRingOf = (entries: readonly RingEntry[]): KeyRing =>
  new Map(entries.map((entry) => [entry.kid, ringKeyOf(entry)]));

const ringKeyOf = ({ kty, crv, x, kid, asserts: { subject, roles }, state, since }: RingEntry): RingKey => ({
  kid,
  key: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
  subject,
  roles,
  state,
  sinceMs: since === undefined ? Infinity : Date.parse(since),
});

/** The keys in a file (JWKS). @throws KeyFileError */
export const readRingFile = (path: string): RingEntry[] => parseKeys(path, readKeyFile(path), ringFile).keys;

/** The ring of a file, read anew whenever the file has changed. @throws KeyFileError when it cannot be used at the start */
export function watchedKeyRing(path: string, onProblem: (sentence: string) => void): () => KeyRing {
  const file = new WatchedKeyFile(path, (from) => keyRingOf(readRingFile(from)), onProblem);
  return () => file.current();
}
