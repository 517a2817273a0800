import { createHash } from 'node:crypto';

/** Digests of what people agree to. Workflows cannot compute them. */
export interface Digests {
  /** SHA-256 in lower-case hex over values in their order, as JSON. */
  digestOf(input: { readonly values: readonly unknown[] }): Promise<string>;
}

export const createDigests = (): Digests => ({
  digestOf: ({ values }) =>
    Promise.resolve(createHash('sha256').update(JSON.stringify(values)).digest('hex')),
});
