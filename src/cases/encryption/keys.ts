import {
  changeEncryptionKeys,
  newKey,
  readEncryptionKeys,
  type KeyEntry,
  type KeyFile,
} from '../../temporal/encryption/key-file';

/** A key of the file, without the key itself. Instants are ISO 8601. */
export interface ListedKey {
  readonly id: string;
  readonly state: 'active' | 'decrypts';
  readonly createdAt: string;
  readonly retiredAt?: string;
}

/** The keys of a file, the newest first. @throws KeyFileError */
export const listKeys = (path: string): readonly ListedKey[] => listed(readEncryptionKeys(path));

const listed = ({ active, keys }: KeyFile): ListedKey[] =>
  keys
    .map(({ id, createdAt, retiredAt }) => ({
      id,
      state: id === active ? ('active' as const) : ('decrypts' as const),
      createdAt,
      ...(retiredAt !== undefined && { retiredAt }),
    }))
    .reverse();

/** Adds a key and makes it the active one; the others go on to decrypt. @throws KeyFileError */
export function rotateKey(path: string, now = new Date()): { readonly id: string } {
  const { active } = changeEncryptionKeys(path, (before) => {
    const added = newKey(before.idSecret, now);
    const retire = (entry: KeyEntry) =>
      entry.id === before.active ? { ...entry, retiredAt: now.toISOString() } : entry;
    return { ...before, active: added.id, keys: [...before.keys.map(retire), added] };
  });
  return { id: active };
}
