import { createHmac } from 'node:crypto';

/** HMAC-SHA256 of the raw body, lower-case hex. */
export const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
