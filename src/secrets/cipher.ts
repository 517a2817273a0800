import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Length of a ciphertext beyond its plain text. */
export const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Encrypts bytes, which open only with the same `associated` bytes. */
export function encrypt(plain: Uint8Array, secret: KeyObject, associated: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(associated);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts; `undefined` if the key or the `associated` bytes differ, or the ciphertext was altered. */
export function decrypt(given: Uint8Array, secret: KeyObject, associated: Buffer): Buffer | undefined {
  if (given.length < OVERHEAD_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, secret, given.subarray(0, NONCE_BYTES))
    .setAAD(associated)
    .setAuthTag(given.subarray(NONCE_BYTES, OVERHEAD_BYTES));
  try {
    return Buffer.concat([decipher.update(given.subarray(OVERHEAD_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
