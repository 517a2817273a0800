import { openAsBlob } from 'node:fs';
import { realpath, stat, lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { FILE_MAX_BYTES } from '../../bank/contract/limits';
import { isNote, isSealed, type DocumentReference, UPLOADED_NAME } from '../../domain/loan/documents';
import { DocumentUnusableError, requireSize, sha256Of } from './content';
import { REFERENCE_PATTERN } from '../../domain/wire/references';

/** The store of borrowers' documents. Workflows carry references; bytes go from here to the bank. */
export interface DocumentStore {
  /** @throws DocumentUnusableError when there is no such document in the store. */
  open(
    document: Pick<DocumentReference, 'path'>,
  ): Promise<{ readonly blob: Blob; readonly sizeBytes: number }>;
}

/** Decrypts a document of the store; `undefined` if it cannot: it was altered, comes from another place, or lacks its key. */
type Unseal = (file: Uint8Array, path: string) => Promise<Uint8Array | undefined>;

/** An encrypted document is a little larger than its content. */
const SEALED_MAX_BYTES = FILE_MAX_BYTES + 1_024;

/** A store in a folder. Nothing outside the folder can be reached through it, by `..` or by links. */
export function folderStore(folder: string, unseal?: Unseal): DocumentStore {
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

async function unsealed(blob: Blob, path: string, unseal: Unseal | undefined): Promise<Blob> {
  // Before anything of it is read.
  if (blob.size > SEALED_MAX_BYTES) requireSize(blob.size);
  const content = await unseal?.(new Uint8Array(await blob.arrayBuffer()), path);
  if (!content) throw new DocumentUnusableError('the document cannot be decrypted');
  return new Blob([new Uint8Array(content)]);
}

async function confined(folder: string, path: string): Promise<string | undefined> {
  const root = await realpath(folder);
  const file = await realpath(resolve(root, path));
  const isInside = file.startsWith(root + sep);
  return isInside && (await stat(file)).isFile() ? file : undefined;
}

/**
 * Removes a document from a folder store; false if it was not there. It takes the digest of the content:
 * nobody removes another document by merely naming its path.
 */
export async function removeDocument(folder: string, { path, sha256 }: DocumentReference): Promise<boolean> {
  const found = await folderStore(folder)
    .open({ path })
    .catch((error: unknown) => {
      if (error instanceof DocumentUnusableError) return undefined;
      throw error;
    });
  if (!found || (await sha256Of(found.blob)) !== sha256) return false;
  const file = resolve(await realpath(folder), path);
  // If it is a link, its target as well.
  for (const each of new Set([await realpath(file), file])) await rm(each, { force: true });
  return true;
}

/** The cases that have a folder in the store, by their references. */
export const casesWithFolder = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && REFERENCE_PATTERN.test(entry.name))
    .map(({ name }) => name);

/** Removes the folder of one case with everything in it. @returns how many documents there were */
export async function removeDocumentsOf(folder: string, reference: string): Promise<number> {
  if (!REFERENCE_PATTERN.test(reference)) return 0;
  const path = resolve(await realpath(folder), reference);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return 0;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  await rm(path, { recursive: true });
  return entries.filter((entry) => !entry.isDirectory() && !isNote(entry.name)).length;
}

/** Removes a case's uploads at the desk before an instant, and its folder if empty then. @returns how many */
export async function removeUploads(folder: string, reference: string, before: Date): Promise<number> {
  const path = resolve(await realpath(folder), reference);
  let removed = 0;
  for (const name of await readdir(path)) {
    const file = resolve(path, name);
    if (!UPLOADED_NAME.test(name) || (await stat(file)).mtime >= before) continue;
    await rm(file);
    removed += isNote(name) ? 0 : 1;
  }
  await rmdir(path).catch(() => undefined); // Something else lies there.
  return removed;
}
