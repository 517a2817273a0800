import { createSecretKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { changeKeyFile, createSecretFile, jsonText, parseKeys, readSecretFile } from '../../secrets/key-file';
import { isNameOf, newKeyName } from './key-names';
import type { Key } from './key-ring';

/** AES-256 takes keys of this size. */
const KEY_BYTES = 32;

const id = z
  .string('must be a text')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, dots, underscores or hyphens',
  );

const secret = z
  .string('must be a text')
  .refine((text) => isKey(text), `must be ${KEY_BYTES} random bytes in Base64`);

const keyEntry = z.strictObject({
  id,
  key: secret,
  createdAt: z.iso.datetime('must be an instant, ISO 8601 in UTC'),
  /** When it stopped being the active key. */
  retiredAt: z.iso.datetime('must be an instant, ISO 8601 in UTC').optional(),
});

/** The file of the encryption keys: one is active, the others only decrypt; of the removed ones the ids are kept. */
const keyFile = z
  .strictObject({
    /** What the ids of all keys are made with. */
    idSecret: secret,
    active: id,
    keys: z.array(keyEntry, 'must be a list').min(1, 'must hold a key'),
    removed: z.array(id, 'must be a list').default([]),
  })
  .refine(({ keys }) => new Set(keys.map(({ id: one }) => one)).size === keys.length, {
    path: ['keys'],
    error: 'must have a different id each',
  })
  .refine(({ active, keys }) => keys.some(({ id: one }) => one === active), {
    path: ['active'],
    error: 'must be the id of one of the keys',
  })
  .refine(({ idSecret, keys }) => keys.every(({ id: one }) => isNameOf(secretOf(idSecret), one)), {
    path: ['keys'],
    error: 'must have ids that were made with this idSecret, by "encryption create" or "encryption rotate"',
  });

export type KeyFile = z.output<typeof keyFile>;
export type KeyEntry = KeyFile['keys'][number];

const isKey = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

const randomSecret = () => randomBytes(KEY_BYTES).toString('base64');
const secretOf = (text: string) => Buffer.from(text, 'base64');

/** A file with a first key. */
export function newKeyFile(now = new Date()): KeyFile {
  const idSecret = randomSecret();
  const first = newKey(idSecret, now);
  return { idSecret, active: first.id, keys: [first], removed: [] };
}

/** A fresh key. Its id tells when it was made, and is no other's. */
export const newKey = (idSecret: string, now = new Date()): KeyEntry => ({
  id: newKeyName(secretOf(idSecret), now),
  key: randomSecret(),
  createdAt: now.toISOString(),
});

/** Whether the file has made a key of this id, which may not be in this copy of it yet. */
export const hasMade = ({ idSecret, removed }: KeyFile, one: string): boolean =>
  isNameOf(secretOf(idSecret), one) && !removed.includes(one);

export const asKey = ({ id: name, key }: KeyEntry): Key => ({
  id: name,
  secret: createSecretKey(Buffer.from(key, 'base64')),
});

/** Reads the keys. @throws KeyFileError with every problem */
export const readEncryptionKeys = (path: string): KeyFile => parseKeys(path, readSecretFile(path), keyFile);

/** Makes a file with a first key, for its owner alone. @throws KeyFileError where there is one already */
export function createEncryptionKeys(path: string): KeyFile {
  const content = newKeyFile();
  createSecretFile(path, jsonText(content));
  return content;
}

/** Puts another content in its place. @throws KeyFileError */
export function changeEncryptionKeys(path: string, change: (before: KeyFile) => KeyFile): KeyFile {
  let content = readEncryptionKeys(path);
  changeKeyFile(path, 0o600, () => {
    content = change(readEncryptionKeys(path));
    return jsonText(content);
  });
  return content;
}
