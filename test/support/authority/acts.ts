import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { ACT_TYPE, type ActClaims } from '../../../src/domain/case/acts';
import { canonical, digestOf, newSalt } from '../../../src/authority/digest';
import { keyRingOf, type KeyRing, type RingEntry } from '../../../src/authority/key-ring';
import { newKeyPair, signingKeyOf, type SigningKey } from '../../../src/authority/person-key';
import type { Expected } from '../../../src/authority/verify';

/** Seconds since 1970 at which the tests of acts take place. */
export const NOW = 1_800_000_000;

export const FIELDS = { expectedDigest: 'ab'.repeat(32), note: 'Invoice 17' };

/** A person's key: the private half, and the entry of the ring. */
export function personKey(
  subject = 'approver-1',
  roles: SigningKey['roles'] = ['approver'],
  more: Partial<RingEntry> = {},
) {
  const { file, entry } = newKeyPair(subject, roles);
  return { key: signingKeyOf(file), entry: { ...entry, ...more } };
}

/** A desk's key, as it speaks for one person. */
export const speakingFor = (subject: string, desk: SigningKey): SigningKey => ({ ...desk, subject });

export const ringWith = (...entries: RingEntry[]): KeyRing => keyRingOf(entries);

export const expected = (more: Partial<Expected> = {}): Expected => ({
  wf: 'payout:PO-1',
  act: 'approve',
  aud: 'default/test',
  atMs: NOW * 1_000,
  ...more,
});

export const salt = newSalt();

export const claims = (more: Partial<ActClaims> = {}): ActClaims => ({
  sub: 'approver-1',
  role: 'approver',
  wf: 'payout:PO-1',
  act: 'approve',
  digest: digestOf(FIELDS, salt),
  jti: 'request-1',
  aud: 'default/test',
  iat: NOW - 10,
  exp: NOW + 290,
  ...more,
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

/** What a forger may vary. */
export interface Forgery {
  readonly header?: object | string;
  /** The payload as text; left out, the canonical form of the claims. */
  readonly payload?: string;
  readonly signature?: (signed: string) => Buffer;
}

/** An act made by hand: well-formed unless something is varied. */
export function actBy({ kid, key }: SigningKey, of: ActClaims = claims(), forgery: Forgery = {}): string {
  const { header = { alg: 'EdDSA', kid, typ: ACT_TYPE }, payload = canonical(of) } = forgery;
  const head = typeof header === 'string' ? header : canonical(header);
  const signed = `${encoded(head)}.${encoded(payload)}`;
  const signature = forgery.signature?.(signed) ?? sign(null, Buffer.from(signed), key);
  return `${signed}.${signature.toString('base64url')}`;
}

/** HMAC under the public key, which is no secret. */
export const hmacUnderPublicKey = (publicX: string) => (signed: string) =>
  createHmac('sha256', Buffer.from(publicX, 'base64url')).update(signed).digest();

/** A signature by a key of another curve. */
export function otherCurve(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}
