import { compactVerify } from 'jose';
import {
  ACT_LENGTH_MAX,
  ACT_TYPE,
  claimsIn,
  otherDeed,
  untimely,
  type ActClaims,
  type Deed,
} from '../domain/case/acts';
import { canonical, digestOf } from './digest';
import { ActRefused } from './act-refused';
import { ANY_PERSON, type KeyRing, type RingKey } from './key-ring';

/** The deed and circumstances that an act must match. */
export interface Expected extends Deed {
  readonly aud: string;
  /** Time of acceptance in milliseconds: the server's time where the message waited for a worker. */
  readonly atMs: number;
}

export type ActMessage = Readonly<Record<'act' | 'salt' | 'fields', unknown>>;

/** Checks that a key which may assert an act's claims has signed it, for this deed and these fields. @throws ActRefused */
export async function verifyAct(message: ActMessage, expected: Expected, ring: KeyRing): Promise<ActClaims> {
  const { claims, signer } = await verifySignature(message.act, ring);
  requireAuthority(signer, claims, expected.atMs);
  const refusal = otherDeed(claims, expected) ?? untimely(claims, expected.atMs);
  if (refusal !== undefined) throw new ActRefused(refusal);
  if (claims.aud !== expected.aud)
    throw new ActRefused(
      `its act is for ${claims.aud}, and this is ${expected.aud}: namespace and environment of the bank`,
    );
  requireDigest(claims, message);
  return claims;
}

/** The claims of an act whose signature holds, and the key that signed it. @throws ActRefused */
async function verifySignature(act: unknown, ring: KeyRing): Promise<{ claims: ActClaims; signer: RingKey }> {
  const claims = claimsIn(act);
  const kid = typeof act === 'string' && act.length <= ACT_LENGTH_MAX ? keyIdIn(act) : undefined;
  if (typeof act !== 'string' || !claims || kid === undefined)
    throw new ActRefused('its act is not a valid signed act');
  const signer = ring.get(kid);
  if (!signer) throw new ActRefused('the key that signed its act is not known here');
  const { payload } = await compactVerify(act, signer.key, { algorithms: ['EdDSA'] }).catch(() => {
    throw new ActRefused('the signature of its act does not hold');
  });
  // Only the canonical form is valid: no member occurs twice, and every reader parses it alike.
  if (new TextDecoder().decode(payload) !== canonical(claims))
    throw new ActRefused('its act is not a valid signed act');
  return { claims, signer };
}

/** The id of the key that the header names; `undefined` unless the header is ours to the letter. */
function keyIdIn(act: string): string | undefined {
  const header = Buffer.from(act.slice(0, act.indexOf('.')), 'base64url').toString('latin1');
  const [, kid = ''] = /"kid":"([\w-]{43})"/.exec(header) ?? [];
  return header === `{"alg":"EdDSA","kid":"${kid}","typ":"${ACT_TYPE}"}` ? kid : undefined;
}

/** A retired key counts until its end, a revoked one never. @throws ActRefused if it does not count */
export function requireCounting({ state, sinceMs }: RingKey, atMs: number): void {
  if (state === 'revoked') throw new ActRefused('the key that signed its act was revoked');
  if (state === 'retired' && atMs >= sinceMs) throw new ActRefused('the key that signed its act was retired');
}

function requireAuthority(signer: RingKey, { sub, role }: ActClaims, atMs: number): void {
  requireCounting(signer, atMs);
  if (signer.subject !== ANY_PERSON && signer.subject !== sub)
    throw new ActRefused('the key that signed its act may not speak for this person');
  if (!signer.roles.includes(role))
    throw new ActRefused('the key that signed its act may not assert this role');
}

function requireDigest(claims: ActClaims, { salt, fields }: ActMessage): void {
  if (typeof salt !== 'string' || !/^[\w-]{22,86}$/.test(salt)) throw new ActRefused('its salt is missing');
  if (digestOfFields(fields, salt) !== claims.digest)
    throw new ActRefused('its fields are not those that its act signs');
}

function digestOfFields(fields: unknown, salt: string): string | undefined {
  try {
    return digestOf(fields, salt);
  } catch {
    return undefined; // Nested too deeply, or not JSON: it cannot have been signed.
  }
}

/** Whether an act was signed by a desk's key, which speaks for any person. */
export const isByDesk = (act: string, ring: KeyRing): boolean => signerIn(act, ring)?.subject === ANY_PERSON;

/** The key that signed an act; `undefined` if the ring lacks it. */
export const signerIn = (act: string, ring: KeyRing): RingKey | undefined => ring.get(keyIdIn(act) ?? '');
