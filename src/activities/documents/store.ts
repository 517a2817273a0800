import { openAsBlob } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { FILE_MAX_BYTES } from '../../bank/contract/codes';
import { isSealed, type DocumentReference } from '../../domain/loan/documents';
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

/** Decrypts a document of the store; nothing where it cannot: it was altered, comes from another place, or lacks its key. */
export type Unseal = (file: Uint8Array, path: string) => Promise<Uint8Array | undefined>;

/** An encrypted document is a little larger than its content. */
const SEALED_MAX_BYTES = FILE_MAX_BYTES + 1_024;

/** A store in a folder. Nothing outside the folder can be reached through it, by `..` or by links. */
export function folderStore(folder: string, unseal: Unseal = withoutKeys): DocumentStore {
  return {
    async open({ path }) {
      const file = await confined(folder, path).catch(() => undefined);
      if (file === undefined) throw new DocumentUnusableError('the document is not in the store');
      const blob = await openAsBlob(file);
      const content = isSealed(path) ? await unsealed(blob, path, unseal) : blob;
      return { blob: content, sizeBytes: content.size };
    },
  };
}

const withoutKeys: Unseal = () => Promise.resolve(undefined);

async function unsealed(blob: Blob, path: string, unseal: Unseal): Promise<Blob> {
  // Before anything of it is read.
  if (blob.size > SEALED_MAX_BYTES) requireSize(blob.size);
  const content = await unseal(new Uint8Array(await blob.arrayBuffer()), path);
  if (!content) throw new DocumentUnusableError('the document cannot be decrypted');
  return new Blob([new Uint8Array(content)]);
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
