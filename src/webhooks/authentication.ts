import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '../bank/contract/codes';
import { isSigned, type SignatureEncoding } from '../bank/webhook-signature';

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

/** The ways in which a signature can be at fault. */
export const faults = ['missing', 'different'] as const;

/** Why a delivery may not be parsed. The sentence holds no signature, and nothing of the body. */
export interface Fault {
  readonly fault: (typeof faults)[number];
  readonly sentence: string;
}

/** The fault of a delivery's signature; `undefined` if it is right. */
export function faultOf(
  body: Buffer,
  headers: IncomingHttpHeaders,
  settings: Authentication,
): Fault | undefined {
  if (settings === 'unsigned') return undefined;
  const { secret, otherSecret, header = SIGNATURE_HEADER, encoding = 'hex' } = settings;
  const given = headers[header];
  if (given === undefined)
    return { fault: 'missing', sentence: `it has no header ${header}${othersAmong(headers)}` };
  const secrets = otherSecret === undefined ? [secret] : [secret, otherSecret];
  const isIn = (one: SignatureEncoding) => secrets.some((each) => isSigned(body, given, each, one));
  if (isIn(encoding)) return undefined;
  const other = encoding === 'hex' ? 'base64' : 'hex';
  const why = isIn(other)
    ? `is in ${other}: set WEBHOOK_SIGNATURE_ENCODING`
    : 'was not made with WEBHOOK_SECRET over these bytes';
  return { fault: 'different', sentence: `its ${header} ${why}` };
}

/** Headers that a bank may sign in, by name: anybody can send some, so only plain ones are repeated. */
function othersAmong(headers: IncomingHttpHeaders): string {
  const named = Object.keys(headers).filter((name) => /^(?=.*(signature|hmac))[a-z\d-]{1,40}$/.test(name));
  return named.length === 0 ? '' : `, and has ${named.slice(0, 3).join(', ')}: see WEBHOOK_SIGNATURE_HEADER`;
}
