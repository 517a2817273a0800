import { z } from 'zod';
import { DocumentUnusableError, sha256Of, usableType } from '../../activities/documents/content';
import { folderStore, type DocumentStore } from '../../activities/documents/store';
import { stat } from 'node:fs/promises';
import { readConfig } from '../../config';
import { RequestError } from '../../cases/request-error';

const entry = z.object({ path: z.string(), sha256: z.string().optional() });

/** The digest of each document of a list, by the store, and every problem. Entries that are no documents are left to the schema. */
export async function checkDocuments(store: DocumentStore, documents: readonly unknown[]) {
  const problems: string[] = [];
  const digests = await Promise.all(
    documents.map(async (given, place) => {
      const { data } = entry.safeParse(given);
      if (!data) return undefined;
      return checked(store, data).catch((error: unknown) => {
        problems.push(`documents.${place}: ${data.path}: ${sentence(error)}`);
        return undefined;
      });
    }),
  );
  return { digests, problems: problems.sort() };
}

/** The digest of a document that the bank will take. @throws DocumentUnusableError */
export async function digestOf(store: DocumentStore, path: string): Promise<string> {
  const { blob, sizeBytes } = await store.open({ path });
  await usableType(blob, sizeBytes);
  return sha256Of(blob);
}

async function checked(store: DocumentStore, { path, sha256 }: z.output<typeof entry>): Promise<string> {
  const digest = await digestOf(store, path);
  if (sha256 !== undefined && sha256 !== digest)
    throw new DocumentUnusableError('the document in the store has another sha256');
  return digest;
}

function sentence(error: unknown): string {
  if (error instanceof DocumentUnusableError) return error.message;
  throw error;
}

/** The document store that the environment names. @throws RequestError when there is none. */
export const openStore = async (): Promise<DocumentStore> => folderStore(await storeFolder());

/** Its folder. @throws RequestError when there is none. */
export async function storeFolder(): Promise<string> {
  const { folder } = readConfig(['documents']).documents;
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
  throw new RequestError('usage', `The document store ${folder} is not there. Set DOCUMENTS_DIR.`);
}
