import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '../bank/contract/codes';
import { isSigned, type SignatureEncoding } from '../bank/webhook-signature';

/** How the bank signs a delivery: HMAC-SHA256 of its raw bytes. */
interface SignatureSettings {
  readonly secret: string;
  /** Valid beside the first one, so that the bank can change its secret without a delivery being refused. */
  readonly otherSecret?: string | undefined;
  /** The header with the signature, in lower case; left out, the contract's. */
  readonly header?: string | undefined;
  readonly encoding?: SignatureEncoding;
}

/**
 * `unsigned` takes every delivery, by an explicit setting alone. An event is only a wake-up signal and nothing in it is
 * believed: a forged one costs a read of the bank and changes nothing.
 */
export type Authentication = SignatureSettings | 'unsigned';

/** Whether a delivery may be looked at. */
export function isAuthentic(body: Buffer, headers: IncomingHttpHeaders, settings: Authentication): boolean {
  if (settings === 'unsigned') return true;
  const { secret, otherSecret, header = SIGNATURE_HEADER, encoding } = settings;
  const secrets = otherSecret === undefined ? [secret] : [secret, otherSecret];
  return secrets.some((each) => isSigned(body, headers[header], each, encoding));
}
