import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '../bank/contract/codes';

/** The encoding of a signature; the supplement assumes lower-case hex. */
type SignatureEncoding = 'hex' | 'base64';

/** HMAC-SHA256 of the raw bytes of a delivery. */
export const signatureOf = (body: Buffer, secret: string, encoding: SignatureEncoding = 'hex'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

/** Whether a signature is valid for these bytes; compares in constant time. */
export function isSigned(body: Buffer, signature: unknown, secret: string, encoding: SignatureEncoding) {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(body, secret, encoding));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** How the bank signs a delivery: HMAC-SHA256 of its raw bytes. */
interface SignatureSettings {
  readonly secret: string;
  /** Also valid, so that the bank can change its secret without a refused delivery. */
  readonly otherSecret?: string | undefined;
  /** The header with the signature, in lower case; by default the contract's. */
  readonly header?: string | undefined;
  readonly encoding?: SignatureEncoding;
}

/**
 * `unsigned` accepts every delivery, and needs an explicit setting. An event is only a wake-up signal whose
 * content is not believed: a forged one costs a read of the bank and changes nothing.
 */
export type Authentication = SignatureSettings | 'unsigned';

/** What a signature can be: made with the secret, with the other one, missing, or made with neither. */
export const signatures = ['current', 'other', 'missing', 'different'] as const;

export interface Signature {
  readonly signature: (typeof signatures)[number];
  /** Why the delivery may not be parsed; holds no signature, and nothing of the body. */
  readonly fault?: string;
}

/** Which signature a delivery has; `undefined` if none is asked for. */
export function signatureIn(
  body: Buffer,
  headers: IncomingHttpHeaders,
  settings: Authentication,
): Signature | undefined {
  if (settings === 'unsigned') return undefined;
  const { secret, otherSecret, header = SIGNATURE_HEADER, encoding = 'hex' } = settings;
  const given = headers[header];
  if (given === undefined)
    return { signature: 'missing', fault: `it has no header ${header}${othersAmong(headers)}` };
  const signedIn = (one: SignatureEncoding) => {
    if (isSigned(body, given, secret, one)) return 'current';
    return otherSecret !== undefined && isSigned(body, given, otherSecret, one) ? 'other' : undefined;
  };
  const signature = signedIn(encoding);
  if (signature) return { signature };
  const other = encoding === 'hex' ? 'base64' : 'hex';
  const why = signedIn(other)
    ? `is in ${other}: set WEBHOOK_SIGNATURE_ENCODING`
    : 'was not made with WEBHOOK_SECRET over these bytes';
  return { signature: 'different', fault: `its ${header} ${why}` };
}

/** Headers that a bank may sign in, by name: anybody can send some, so only plain ones are repeated. */
function othersAmong(headers: IncomingHttpHeaders): string {
  const named = Object.keys(headers).filter((name) => /^(?=.*(signature|hmac))[a-z\d-]{1,40}$/.test(name));
  return named.length === 0 ? '' : `, and has ${named.slice(0, 3).join(', ')}: see WEBHOOK_SIGNATURE_HEADER`;
}
