import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

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

/** Seals JSON for one place: only holders of the key can read or make it, and it opens at no other place. */
export class JsonSeal {
  private readonly key: KeyObject;

  /** @param use the key's purpose: keys of different purposes open nothing of each other */
  constructor(secret: Buffer, use: string) {
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)));
  }

  /** AES-256-GCM; the place is authenticated with it. */
  seal = (place: string, content: object): string =>
    encrypt(Buffer.from(JSON.stringify(content)), this.key, Buffer.from(place)).toString('base64');

  /** `undefined` if it was sealed under another key or for another place, or was changed. */
  open(place: string, sealed: string): object | undefined {
    const opened = decrypt(Buffer.from(sealed, 'base64'), this.key, Buffer.from(place));
    try {
      return opened && (Object(JSON.parse(opened.toString('utf8'))) as object);
    } catch {
      return undefined;
    }
  }
}
