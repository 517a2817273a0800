import { ROLES, type Role } from './commands';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../wire/references';

/** The `typ` of every act: no other signed text of ours can be taken for one. */
export const ACT_TYPE = 'lending-act+jws';

/** The deed that an act which begins a case is for; every other one is named as its command. */
export const START = 'start';
/** The deed that takes up a payout which was ended by force. */
export const ADOPT = 'adopt';

/** Longest life of an act, in seconds. */
export const ACT_LIFETIME_SECONDS = 300;

/** How far the clocks of a signer and a server may differ, in seconds. */
export const CLOCK_SKEW_SECONDS = 30;

/** Longest act, in characters. */
export const ACT_LENGTH_MAX = 2_048;

/** What an act says: who, in which role, for which one deed. */
export interface ActClaims {
  /** The person: an opaque id. */
  readonly sub: string;
  readonly role: Role;
  /** Id of the workflow that carries the case. */
  readonly wf: string;
  /** `start`, `adopt` or the name of a command. */
  readonly act: string;
  /** SHA-256 of the fields with their salt, base64url. */
  readonly digest: string;
  /** Id of the request: the same one takes effect once. */
  readonly jti: string;
  /** Namespace and environment of the bank. */
  readonly aud: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
}

/** The parts of a message that are not among its fields. */
export interface Signature {
  readonly act?: unknown;
  readonly salt?: unknown;
  /** The proof of a case that this one goes on from: its parent, or the earlier run of a repayment. */
  readonly under?: unknown;
  /** An ID token: that the person has logged in for this very act. */
  readonly login?: unknown;
  /** The signature over the act by a device of the person. */
  readonly passkey?: unknown;
}

/** What a case was begun with, as its caller gave it, by the input of any of its runs: a repayment goes on in new ones. */
export const givenIn = (input: unknown): unknown => {
  const { carried } = Object(input) as { carried?: { readonly given?: unknown } };
  return carried?.given ?? input;
};

/** Tells what signs a message from its fields. */
export function unsigned(message: unknown): { signature: Signature; fields: unknown } {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { signature: {}, fields: message };
  const { act, salt, under, login, passkey, ...fields } = message as Signature &
    Readonly<Record<string, unknown>>;
  return { signature: { act, salt, under, login, passkey }, fields };
}

/** A message that carries its act, and the salt of the digest, beside its fields. */
export interface SignedMessage {
  readonly act: string;
  readonly salt: string;
  /** The ID token of a fresh login, where the policy asks for one. */
  readonly login?: string;
  /** The signature of the person's device, where the policy asks for one. */
  readonly passkey?: object;
  readonly [field: string]: unknown;
}

const text = (max: number) => (given: unknown) =>
  typeof given === 'string' && given.length > 0 && given.length <= max && /^[\x21-\x7e]+$/.test(given);
const reference = (given: unknown) =>
  typeof given === 'string' && given.length <= REFERENCE_MAX && REFERENCE_PATTERN.test(given);
const instant = (given: unknown) => Number.isSafeInteger(given) && Number(given) > 0;

const CLAIMS: Readonly<Record<keyof ActClaims, (given: unknown) => boolean>> = {
  sub: reference,
  role: (given) => ROLES.some((role) => role === given),
  wf: text(250),
  act: text(60),
  digest: (given) => typeof given === 'string' && /^[\w-]{43}$/.test(given),
  jti: reference,
  aud: text(200),
  iat: instant,
  exp: instant,
};

/** Whether these are the claims of an act: all of them, and no others. */
export function areClaims(given: unknown): given is ActClaims {
  if (typeof given !== 'object' || given === null) return false;
  const names = Object.keys(CLAIMS) as (keyof ActClaims)[];
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => Object.hasOwn(given, name) && CLAIMS[name]((given as ActClaims)[name]))
  );
}

/** The claims of an act before its signature is checked; `undefined` where the text is not an act. Do not trust them before. */
export function claimsIn(act: unknown): ActClaims | undefined {
  if (typeof act !== 'string' || act.length > ACT_LENGTH_MAX) return undefined;
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(act) ?? [];
  try {
    const claims = payload === undefined ? undefined : (JSON.parse(asciiOf(payload)) as unknown);
    return areClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** For which one deed an act must be. */
export interface Deed {
  readonly wf: string;
  readonly act: string;
}

/** Why an act is not for this deed, as a sentence; nothing when it is. */
export function otherDeed(claims: ActClaims, { wf, act }: Deed): string | undefined {
  if (claims.wf !== wf) return 'its act is for another case';
  return claims.act === act ? undefined : 'its act is for something else';
}

/** Why an act does not count at an instant (milliseconds), as a sentence; nothing when it does. */
export function untimely({ iat, exp }: ActClaims, atMs: number): string | undefined {
  if (exp <= iat || exp - iat > ACT_LIFETIME_SECONDS)
    return `its act must be valid for ${ACT_LIFETIME_SECONDS} seconds at most`;
  if (iat - CLOCK_SKEW_SECONDS > atMs / 1_000) return 'its act is from the future: compare the clocks';
  return atMs / 1_000 > exp + CLOCK_SKEW_SECONDS ? 'its act has expired: sign it anew' : undefined;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Decoded base64url; claims are ASCII. Workflows have neither `Buffer` nor `atob`. */
function asciiOf(encoded: string): string {
  let [bits, held, decoded] = [0, 0, ''];
  for (const sign of encoded) {
    bits = ((bits << 6) | ALPHABET.indexOf(sign)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    decoded += String.fromCharCode((bits >> held) & 0xff);
  }
  return decoded;
}
