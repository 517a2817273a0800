import { createHmac, timingSafeEqual } from 'node:crypto';

/** The encoding of a signature; the supplement assumes lower-case hex. */
export type SignatureEncoding = 'hex' | 'base64';

/** HMAC-SHA256 of the raw bytes of a delivery. */
export const signatureOf = (body: Buffer, secret: string, encoding: SignatureEncoding = 'hex'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

/** Whether a signature is valid for these bytes; compares in constant time. */
export function isSigned(
  body: Buffer,
  signature: unknown,
  secret: string,
  encoding: SignatureEncoding = 'hex',
): boolean {
  if (typeof signature !== 'string') return false;
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(body, secret, encoding));
  return given.length === right.length && timingSafeEqual(given, right);
}
