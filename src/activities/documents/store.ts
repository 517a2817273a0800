import { openAsBlob } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { DocumentReference } from '../../domain/loan/documents';
import { contentTypeOf, DocumentUnusableError, requireSize, sha256Of } from './content';

/** Where borrowers' documents lie. Workflows carry references; bytes go from here to the bank. */
export interface DocumentStore {
  /** @throws DocumentUnusableError when there is no such document in the store. */
  open(
    document: Pick<DocumentReference, 'path'>,
  ): Promise<{ readonly blob: Blob; readonly sizeBytes: number }>;
}

/** What a document in the store is: its reference, to hand in with a loan, and what the bank will make of it. */
export interface InspectedDocument extends DocumentReference {
  /** By its content; absent when it cannot be told. */
  readonly contentType?: string;
  readonly sizeBytes: number;
}

/** A store in a folder. Nothing outside the folder can be reached through it, by `..` or by links. */
export function folderStore(folder: string): DocumentStore {
  return {
    async open({ path }) {
      const file = await confined(folder, path).catch(() => undefined);
      if (file === undefined) throw new DocumentUnusableError('the document is not in the store');
      const blob = await openAsBlob(file);
      return { blob, sizeBytes: blob.size };
    },
  };
}

async function confined(folder: string, path: string): Promise<string | undefined> {
  const root = await realpath(folder);
  const file = await realpath(resolve(root, path));
  const isInside = file.startsWith(root + sep);
  return isInside && (await stat(file)).isFile() ? file : undefined;
}

/** Reads a document in the store, without loading it at once. */
export async function inspect(store: DocumentStore, path: string): Promise<InspectedDocument> {
  const { blob, sizeBytes } = await store.open({ path });
  requireSize(sizeBytes);
  const contentType = await contentTypeOf(blob);
  return { path, sha256: await sha256Of(blob), sizeBytes, ...(contentType !== undefined && { contentType }) };
}
