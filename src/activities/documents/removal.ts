import { lstat, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UPLOADED_NAME, type DocumentReference } from '../../domain/loan/documents';
import { REFERENCE_PATTERN } from '../../domain/wire/references';
import { DocumentUnusableError, sha256Of } from './content';
import { folderStore } from './store';

/**
 * Takes a document out of a folder store, and answers whether it was there. Only with the digest of its content: who
 * merely names the path of another document does not have it removed.
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
  // Where it is a link, what it shows to as well.
  for (const each of new Set([await realpath(file), file])) await rm(each, { force: true });
  return true;
}

/** The cases that have a folder in the store, by their references. */
export const casesWithFolder = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && REFERENCE_PATTERN.test(entry.name))
    .map(({ name }) => name);

/** Takes out the folder of one case with everything in it; how many documents there were. */
export async function removeDocumentsOf(folder: string, reference: string): Promise<number> {
  if (!REFERENCE_PATTERN.test(reference)) return 0;
  const path = resolve(await realpath(folder), reference);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return 0;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  await rm(path, { recursive: true });
  return entries.filter((entry) => !entry.isDirectory()).length;
}

/** Takes out what the desk has taken for one case before an instant, and its folder where that is empty then; how many. */
export async function removeUploads(folder: string, reference: string, before: Date): Promise<number> {
  const path = resolve(await realpath(folder), reference);
  let removed = 0;
  for (const name of await readdir(path)) {
    const file = resolve(path, name);
    if (!UPLOADED_NAME.test(name) || (await stat(file)).mtime >= before) continue;
    await rm(file);
    removed += 1;
  }
  await rmdir(path).catch(() => undefined); // Something else lies there.
  return removed;
}
