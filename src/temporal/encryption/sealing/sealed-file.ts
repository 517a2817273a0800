import { open } from 'node:fs/promises';
import { decrypt, encrypt, OVERHEAD_BYTES } from '../../../secrets/cipher';
import type { KeyRing } from '../key-ring-file';

/** An encrypted file is: one byte with the length of its key's id, the id, the ciphertext. */
const ID_FROM = 1;

/** Encrypts a file under the active key, bound to its place in its store. */
export async function sealFile(content: Uint8Array, place: string, keys: KeyRing): Promise<Buffer> {
  const key = await keys.active();
  if (!key.secret) throw new Error('the file of a sender encrypts no documents');
  const head = Buffer.concat([Buffer.of(key.id.length), Buffer.from(key.id)]);
  return Buffer.concat([head, encrypt(content, key.secret, associated(key.id, place))]);
}

/** Decrypts files; `undefined` if the ring lacks the key, the place is another, or the file was altered. */
export const unsealing =
  (keys: KeyRing) =>
  async (file: Uint8Array, place: string): Promise<Buffer | undefined> => {
    const id = keyIdOf(file);
    const key = await keys.key(id);
    return key?.secret && decrypt(file.subarray(ID_FROM + id.length), key.secret, associated(id, place));
  };

/** The id of the key that a file is encrypted under. */
export const keyIdOf = (file: Uint8Array): string =>
  Buffer.from(file.subarray(ID_FROM, ID_FROM + (file[0] ?? 0))).toString();

/** The size of an encrypted file's content, given the file's own size `fileBytes`. */
export async function contentBytes(path: string, fileBytes: number): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(ID_FROM), 0, ID_FROM, 0);
    return Math.max(0, fileBytes - ID_FROM - (buffer[0] ?? 0) - OVERHEAD_BYTES);
  } finally {
    await file.close();
  }
}

const associated = (keyId: string, place: string): Buffer =>
  Buffer.from(JSON.stringify(['file-v1', keyId, place]));
