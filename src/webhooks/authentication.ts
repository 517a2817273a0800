import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADER } from '../bank/contract/codes';
import { isSigned, type SignatureEncoding } from '../bank/webhook-signature';

/** How the bank signs a delivery: HMAC-SHA256 of its raw bytes. */
interface SignatureSettings {
  readonly secret: string;
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
  const { secret, header = SIGNATURE_HEADER, encoding } = settings;
  return isSigned(body, headers[header], secret, encoding);
}
