import { createHash } from 'node:crypto';

/** Digests of what people agree to. Workflows cannot compute them. */
export interface Digests {
  /** SHA-256 of the content as JSON, in lower-case hex. */
  digestOf(content: unknown): Promise<string>;
}

export const createDigests = (): Digests => ({
  digestOf: (content) => Promise.resolve(createHash('sha256').update(JSON.stringify(content)).digest('hex')),
});
