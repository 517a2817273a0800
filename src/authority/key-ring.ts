import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ROLES, type Role } from '../domain/case/commands';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';
import {
  parseKeys,
  readKeyFile,
  WatchedKeyFile,
  changeKeyFile,
  jsonText,
  KeyFileError,
} from '../secrets/key-files';
import { ACT_LENGTH_MAX, claimsIn } from '../domain/case/acts';
import { hash } from './digest';
import { passkeyFields } from './passkey';
import { existsSync } from 'node:fs';
import { subjectOf } from '../domain/case/agreement';

/** The subject of a key that may speak for any person: that of a desk at which people log in. */
export const ANY_PERSON = '*';

const coordinate = z.string().regex(/^[\w-]{43}$/, 'x must be an Ed25519 key of 32 bytes');

const asserts = z.strictObject({
  subject: z.union([z.literal(ANY_PERSON), z.string().max(REFERENCE_MAX).regex(REFERENCE_PATTERN)], {
    error: 'subject must be an opaque id of a person, or * for a desk',
  }),
  roles: z
    .array(z.enum(ROLES, `roles must be some of ${ROLES.join(', ')}`))
    .min(1)
    .readonly(),
});

/** The members of a key that both halves have. */
export const publicPart = {
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519', 'crv must be Ed25519'),
  x: coordinate,
  kid: z.string(),
  asserts,
};

const ringKey = z
  .strictObject({
    ...publicPart,
    alg: z.literal('EdDSA').optional(),
    use: z.literal('sig').optional(),
    state: z.enum(['active', 'retired', 'revoked'], 'state must be active, retired or revoked'),
    /** When it was added, retired or revoked. */
    since: z.iso.datetime('since must be an instant, ISO 8601 in UTC').optional(),
  })
  .refine(({ kid, x }) => kid === thumbprint(x), 'kid must be the thumbprint of the key (RFC 7638)')
  .refine(({ state, since }) => state === 'active' || since !== undefined, {
    error: 'since must say when the key was retired or revoked',
  });

/** A device's name in the ring: the SHA-256 of its key, changed so that it cannot look like an option. */
export const nameOfPasskey = (publicKey: string): string => hash(publicKey).replace(/^-/, '_');

/** A device of a person, and the acts of the two people who have enrolled it. */
const ringPasskey = z
  .strictObject({
    ...passkeyFields,
    kid: z.string(),
    signatures: z
      .array(z.strictObject({ act: z.string().max(ACT_LENGTH_MAX), salt: z.string().max(86) }))
      .max(10),
    state: z.enum(['active', 'revoked'], 'state must be active or revoked'),
    since: z.iso.datetime().optional(),
  })
  .refine(({ kid, publicKey }) => kid === nameOfPasskey(publicKey), {
    error: 'kid must be the SHA-256 of publicKey, with _ for a leading -',
  });

/** A device as stored in the ring's file. */
export type RingPasskey = Readonly<z.output<typeof ringPasskey>>;

/** The content that two people sign about a device: all of it, and its person. */
export type Enrolment = Omit<RingPasskey, 'signatures' | 'state' | 'since'>;

const ringFile = z
  .strictObject({ keys: z.array(ringKey), passkeys: z.array(ringPasskey).optional() })
  .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
    error: 'each kid may stand there once',
  });

/** A key as stored in the ring's file. */
export type RingEntry = z.output<typeof ringKey>;

/** A public key that verifies acts. */
export interface RingKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** The person it may speak for, or `*` for anybody. */
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly state: RingEntry['state'];
  /** When it was retired or revoked, in milliseconds. */
  readonly sinceMs: number;
}

/** The thumbprint that names a key by its content (RFC 7638). */
export const thumbprint = (x: string): string => hash(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);

/** The public keys that verify acts, by name, and people's devices. */
export type KeyRing = ReadonlyMap<string, RingKey> & { readonly passkeys?: readonly RingPasskey[] };

export const keyRingOf = (entries: readonly RingEntry[], passkeys: readonly RingPasskey[] = []): KeyRing =>
  Object.assign(new Map(entries.map((entry) => [entry.kid, ringKeyOf(entry)])), { passkeys });

const ringKeyOf = ({ kty, crv, x, kid, asserts: { subject, roles }, state, since }: RingEntry): RingKey => ({
  kid,
  key: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
  subject,
  roles,
  state,
  sinceMs: since === undefined ? Infinity : Date.parse(since),
});

/** The keys and the devices in a file. @throws KeyFileError */
export const readRing = (path: string) => parseKeys(path, readKeyFile(path), ringFile);

/** The keys in a file (JWKS). @throws KeyFileError */
export const readRingFile = (path: string): RingEntry[] => readRing(path).keys;

const ofOnePerson = ringKey.refine(({ asserts: { subject } }) => subject !== ANY_PERSON, {
  error: 'it must speak for one person',
});

/** Reads a public half as its person handed it over; it must be one person's. @throws KeyFileError */
export const readPublicHalf = (path: string): RingEntry => parseKeys(path, readKeyFile(path), ofOnePerson);

/** A file's ring, read again when the file changes. @throws KeyFileError if it is unusable at the start */
export function watchedKeyRing(path: string, onProblem: (sentence: string) => void): () => KeyRing {
  const read = () => {
    const { keys, passkeys } = readRing(path);
    return keyRingOf(keys, passkeys);
  };
  const file = new WatchedKeyFile(path, read, onProblem);
  return () => file.current();
}

/** A ring is public: workers that run as other users read it. */
const PUBLIC = 0o644;

const ringOf = (path: string): ReturnType<typeof readRing> =>
  existsSync(path) ? readRing(path) : { keys: [] };

/** The entries of a ring; empty if there is no file yet. @throws KeyFileError */
export const entriesOf = (path: string): RingEntry[] => ringOf(path).keys;

/** Adds keys to a ring, all or none. A person has one subject, in one spelling. @throws KeyFileError */
export function addToRing(path: string, ...added: readonly RingEntry[]): void {
  changeKeyFile(path, PUBLIC, () => {
    const ring = ringOf(path);
    for (const entry of added) {
      requireNew(path, ring.keys, entry);
      ring.keys.push({ ...entry, since: new Date().toISOString() });
    }
    return jsonText(ring);
  });
}

function requireNew(path: string, entries: readonly RingEntry[], { kid, asserts: { subject } }: RingEntry) {
  const same = entries.find((one) => one.kid === kid);
  const ended =
    same?.state === 'active' ? '' : `, ${same?.state} since ${same?.since}: its person makes another one`;
  if (same) throw new KeyFileError(path, [`it has the key ${kid} already${ended}`]);
  const known = entries
    .map(({ asserts }) => asserts.subject)
    .find((one) => subjectOf(one) === subjectOf(subject));
  if (known !== undefined && known !== subject)
    throw new KeyFileError(path, [`it knows ${subject} as ${known}: one person has one subject`]);
}

/** A ring's entries after a key is retired or revoked. A revoked key stays revoked. @throws KeyFileError */
export function withEnded(path: string, kid: string, state: 'retired' | 'revoked'): RingEntry[] {
  const entries = readRingFile(path);
  const ended = entries.find((one) => one.kid === kid);
  if (!ended) throw new KeyFileError(path, [`it has no key ${kid}`]);
  if (ended.state === 'revoked' || ended.state === state)
    throw new KeyFileError(path, [`the key ${kid} is ${ended.state} already, since ${ended.since}`]);
  return entries.map((one) => (one === ended ? { ...ended, state, since: new Date().toISOString() } : one));
}

/** Retires or revokes a key, from now on. @throws KeyFileError */
export function endKey(path: string, kid: string, state: 'retired' | 'revoked'): void {
  withEnded(path, kid, state); // A mistake is told before there is a draft.
  changeKeyFile(path, PUBLIC, () => jsonText({ ...ringOf(path), keys: withEnded(path, kid, state) }));
}

/** Adds a person's signature for a device, in place of any earlier one of theirs. @throws KeyFileError */
export function addEnrolment(
  path: string,
  enrolment: Enrolment,
  { by, ...signature }: RingPasskey['signatures'][number] & { readonly by: string },
): RingPasskey {
  const known = (passkeys: readonly RingPasskey[]) => passkeys.find(({ kid }) => kid === enrolment.kid);
  changeKeyFile(path, PUBLIC, () => {
    const { keys, passkeys = [] } = ringOf(path);
    const before = known(passkeys);
    if (before?.state === 'revoked')
      throw new KeyFileError(path, [`the device ${enrolment.kid} is revoked, and stays so`]);
    const signatures = (before?.signatures ?? []).filter(({ act }) => claimsIn(act)?.sub !== by);
    const added = { ...enrolment, signatures: [...signatures, signature], state: 'active' as const };
    return jsonText({ keys, passkeys: [...passkeys.filter((one) => one !== before), added] });
  });
  return known(readRing(path).passkeys ?? []) as RingPasskey;
}

/** Revokes a device from now on. @returns whether the ring had it, unrevoked @throws KeyFileError */
export function revokeDevice(path: string, kid: string): boolean {
  const isIt = (one: RingPasskey) => one.kid === kid && one.state === 'active';
  if (!(readRing(path).passkeys ?? []).some(isIt)) return false;
  changeKeyFile(path, PUBLIC, () => {
    const { keys, passkeys = [] } = readRing(path);
    const ended = { state: 'revoked' as const, since: new Date().toISOString() };
    return jsonText({ keys, passkeys: passkeys.map((one) => (isIt(one) ? { ...one, ...ended } : one)) });
  });
  return true;
}
