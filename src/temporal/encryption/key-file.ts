import { createSecretKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Key } from './key-ring';

/** AES-256 takes keys of this size. */
const KEY_BYTES = 32;

const id = z
  .string('must be a text')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, dots, underscores or hyphens',
  );

const keyEntry = z.strictObject({
  id,
  key: z
    .string('must be a text')
    .refine((text) => isKey(text), `must be ${KEY_BYTES} random bytes in Base64`),
  createdAt: z.iso.datetime('must be an instant, ISO 8601 in UTC'),
  /** When it stopped being the active key. */
  retiredAt: z.iso.datetime('must be an instant, ISO 8601 in UTC').optional(),
});

/** The file of the encryption keys: one is active, the others only decrypt. */
export const keyFile = z
  .strictObject({ active: id, keys: z.array(keyEntry, 'must be a list').min(1, 'must hold a key') })
  .refine(({ keys }) => new Set(keys.map(({ id: one }) => one)).size === keys.length, {
    path: ['keys'],
    error: 'must have a different id each',
  })
  .refine(({ active, keys }) => keys.some(({ id: one }) => one === active), {
    path: ['active'],
    error: 'must be the id of one of the keys',
  });

export type KeyFile = z.output<typeof keyFile>;
export type KeyEntry = KeyFile['keys'][number];

const isKey = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

/** A fresh key. Its id tells when it was made, and is no other's. */
export const newKey = (now = new Date()): KeyEntry => ({
  id: `${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`,
  key: randomBytes(KEY_BYTES).toString('base64'),
  createdAt: now.toISOString(),
});

export const asKey = ({ id: name, key }: KeyEntry): Key => ({
  id: name,
  secret: createSecretKey(Buffer.from(key, 'base64')),
});
