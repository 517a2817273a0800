import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The one form of a JSON value (RFC 8785). @throws TypeError for what JSON cannot hold */
export function canonical(value: unknown): string {
  const form = canonicalize(value);
  if (form === undefined) throw new TypeError('the value has no form in JSON');
  return form;
}

/** SHA-256, base64url. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What an act signs of its fields. The salt keeps others from guessing them, and goes with them. */
export const digestOf = (fields: unknown, salt: string): string => hash(canonical([salt, fields]));

/** SHA-256 of what people agree to, lower-case hex: they compare it by eye. */
export const contentDigest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export const newSalt = (): string => randomBytes(16).toString('base64url');
