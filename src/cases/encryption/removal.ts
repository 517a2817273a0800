import type { Client } from '@temporalio/client';
import { FileKeyRing } from '../../temporal/encryption/settings';
import {
  changeEncryptionKeys,
  readEncryptionKeys,
  type KeyEntry,
  type KeyFile,
} from '../../temporal/encryption/key-file';
import { usesOfKey, type KeyUse } from '../../temporal/encryption/key-uses';
import { RequestError } from '../request-error';
import { resealDocuments } from './documents';

const MINUTE_MS = 60_000;
/** By then every program has read the new active key, the copies on other machines included. */
const READ_EVERYWHERE_AFTER_MS = 24 * 60 * MINUTE_MS;
const SHOWN_MOST = 100;

/** The file of the keys, and the folder of the document store; nothing where no documents are kept. */
export interface KeyPlaces {
  readonly keyFile: string;
  readonly documents: string | undefined;
}

/**
 * Takes a key out of the file when nothing in Temporal is encrypted under it any more. Documents are encrypted anew, under
 * the active key; how many were.
 * @throws RequestError that lists what still is
 */
export async function removeKey(
  client: Client,
  { keyFile: path, documents }: KeyPlaces,
  id: string,
  now = new Date(),
): Promise<number> {
  const found = removable(readEncryptionKeys(path), id, now);
  const uses: KeyUse[] = [];
  const before = new Date(Date.parse(found.retiredAt ?? now.toISOString()) + READ_EVERYWHERE_AFTER_MS);
  for await (const use of usesOfKey(client, id, before.toISOString())) {
    uses.push(use);
    if (uses.length === SHOWN_MOST) break;
  }
  if (uses.length > 0) throw new RequestError('refused', refusal(id, uses));
  const resealed =
    documents === undefined ? 0 : await resealDocuments(documents, new FileKeyRing(path, 'reader'), id);
  changeEncryptionKeys(path, (file) => {
    removable(file, id, now);
    const keys = file.keys.filter((entry) => entry.id !== id);
    return { ...file, keys, removed: [...file.removed, id] };
  });
  return resealed;
}

function removable({ active, keys }: KeyFile, id: string, now: Date): KeyEntry {
  const found = keys.find((entry) => entry.id === id);
  if (!found) throw new RequestError('usage', `There is no key ${id} in the file.`);
  if (id === active)
    throw new RequestError(
      'refused',
      `The key ${id} is the active one. Rotate first, with "encryption rotate".`,
    );
  if (found.retiredAt !== undefined && now.getTime() - Date.parse(found.retiredAt) < MINUTE_MS)
    throw new RequestError(
      'refused',
      `The key ${id} was active less than a minute ago. Try again in a minute.`,
    );
  return found;
}

const refusal = (id: string, uses: readonly KeyUse[]) =>
  [
    `The key ${id} is still needed. Without it these could not be read any more` +
      `${uses.length < SHOWN_MOST ? '' : ` (the first ${SHOWN_MOST})`}:`,
    ...uses.map(({ workflowId, runId }) => `${workflowId} ${runId}`.trim()),
  ].join('\n  ');
