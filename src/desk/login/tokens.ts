import { createHash, randomBytes } from 'node:crypto';

/** A secret that a browser holds; the database holds its digest alone. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
