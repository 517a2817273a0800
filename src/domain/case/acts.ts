import { ROLES, type Role } from './commands';
import { isWrittenAsReference } from '../wire/references';

/** The `typ` of every act, so that no other signed text of ours passes for an act. */
export const ACT_TYPE = 'lending-act+jws';

/** The deed of an act that starts a case; every other deed has the name of its command. */
export const START = 'start';
/** The deed of an act that takes up a payout which was ended by force. */
export const ADOPT = 'adopt';

/** Longest life of an act, in seconds. */
export const ACT_LIFETIME_SECONDS = 300;

/** How far the clocks of a signer and a server may differ, in seconds. */
export const CLOCK_SKEW_SECONDS = 30;

/** Longest act, in characters. */
export const ACT_LENGTH_MAX = 2_048;

/** The claims of an act: a person, a role and the one deed that it is for. */
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
  /** Id of the request, which takes effect only once. */
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
  /** The proof of the case that this one continues: its parent, or the earlier run of a repayment. */
  readonly under?: unknown;
  /** An ID token that shows that the person logged in for this very act. */
  readonly login?: unknown;
  /** The signature over the act by a device of the person. */
  readonly passkey?: unknown;
}

/** The caller's original input of a case, from the input of any of its runs: a repayment continues as new. */
export const givenIn = (input: unknown): unknown => {
  const { carried } = Object(input) as { carried?: { readonly given?: unknown } };
  return carried?.given ?? input;
};

/** Separates the signature of a message from its fields. */
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
const instant = (given: unknown) => Number.isSafeInteger(given) && Number(given) > 0;

const CLAIMS: Readonly<Record<keyof ActClaims, (given: unknown) => boolean>> = {
  sub: isWrittenAsReference,
  role: (given) => ROLES.some((role) => role === given),
  wf: text(250),
  act: text(60),
  digest: (given) => typeof given === 'string' && /^[\w-]{43}$/.test(given),
  jti: isWrittenAsReference,
  aud: text(200),
  iat: instant,
  exp: instant,
};

/** Whether a value has all claims of an act, and no others. */
export function areClaims(given: unknown): given is ActClaims {
  if (typeof given !== 'object' || given === null) return false;
  const names = Object.keys(CLAIMS) as (keyof ActClaims)[];
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => Object.hasOwn(given, name) && CLAIMS[name]((given as ActClaims)[name]))
  );
}

/** The claims of an act before its signature is checked: do not trust them. `undefined` if not an act. */
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

/** The one deed that an act must be for. */
export type Deed = Pick<ActClaims, 'wf' | 'act'>;

/** Why an act is not for this deed, as a sentence; `undefined` if it is. */
export function otherDeed(claims: ActClaims, { wf, act }: Deed): string | undefined {
  if (claims.wf !== wf) return 'its act is for another case';
  return claims.act === act ? undefined : 'its act is for something else';
}

/** Why an act does not count at an instant (milliseconds), as a sentence; `undefined` if it does. */
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
