import { stat } from 'node:fs/promises';
import { folderStore, type DocumentStore } from '../activities/document-store';
import { readConfig } from '../config';
import { StarterError } from './exit-codes';

/** The document store that the environment names. @throws StarterError when there is none. */
export async function openStore(): Promise<DocumentStore> {
  const { folder } = readConfig(['documents']).documents;
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new StarterError('usage', `The document store ${folder} is not there. Set DOCUMENTS_DIR.`);
  return folderStore(folder);
}
