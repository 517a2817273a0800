import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isSealed } from '../../domain/loan/documents';
import type { KeyRing } from '../../temporal/encryption/key-ring';
import { keyIdOf, sealFile, unsealing } from '../../temporal/encryption/sealing/sealed-file';
import { RequestError } from '../request-error';

/**
 * Encrypts the documents of a store that are encrypted under a key anew, under the active one; how many there were. Each is
 * replaced as a whole, so that a repeat goes on where an interruption left off.
 * @throws RequestError where one cannot be decrypted
 */
export async function resealDocuments(folder: string, keys: KeyRing, keyId: string): Promise<number> {
  let count = 0;
  for (const place of await sealedIn(folder)) {
    const path = join(folder, place);
    const file = await readFile(path);
    if (keyIdOf(file) !== keyId) continue;
    const content = await unsealing(keys)(file, place);
    if (!content) throw new RequestError('refused', 'A document cannot be decrypted, so its key stays.');
    const part = join(dirname(path), `.${randomUUID()}.part`);
    await writeFile(part, await sealFile(content, place, keys), { mode: 0o600 });
    await rename(part, path);
    count++;
  }
  return count;
}

/** The places of all encrypted documents, as their references have them. */
const sealedIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter(isSealed).map((path) => path.replaceAll(sep, '/'));
