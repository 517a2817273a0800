import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { decrypt, encrypt } from './cipher';

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
