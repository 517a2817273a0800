import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The canonical JSON of a value (RFC 8785). @throws TypeError for values that JSON cannot hold */
export function canonical(value: unknown): string {
  const form = canonicalize(value);
  if (form === undefined) throw new TypeError('the value has no form in JSON');
  return form;
}

/** SHA-256, base64url. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The digest of fields that an act signs. The salt, sent with them, keeps others from guessing them. */
export const digestOf = (fields: unknown, salt: string): string => hash(canonical([salt, fields]));

/** SHA-256 of the content that people agree to, in lower-case hex, for comparison by eye. */
export const contentDigest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

export const newSalt = (): string => randomBytes(16).toString('base64url');
