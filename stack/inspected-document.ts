import { contentTypeOf, requireSize, sha256Of } from '../src/activities/documents/content';
import type { DocumentStore } from '../src/activities/documents/store';
import type { DocumentReference } from '../src/domain/loan/documents';

/** A document in the store: its reference, to hand in with a loan, and its properties for the bank. */
interface InspectedDocument extends DocumentReference {
  /** By its content; absent when it cannot be told. */
  readonly contentType?: string;
  readonly sizeBytes: number;
}

/** Reads a document in the store, without loading it at once. */
export async function inspect(store: DocumentStore, path: string): Promise<InspectedDocument> {
  const { blob, sizeBytes } = await store.open({ path });
  requireSize(sizeBytes);
  const contentType = await contentTypeOf(blob);
  return { path, sha256: await sha256Of(blob), sizeBytes, ...(contentType !== undefined && { contentType }) };
}
