import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals JSON for one place: only the holder of the key can read it or make it, and it opens nowhere else. */
export class JsonSeal {
  private readonly key: Buffer;

  /** @param use what the key is for: keys of different uses open nothing of each other */
  constructor(secret: Buffer, use: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  }

  /** AES-256-GCM; the place is authenticated with it. */
  seal(place: string, content: object): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));
    const sealed = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** `undefined` where it was sealed under another key or for another place, or was changed. */
  open(place: string, sealed: string): object | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, 12), { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28));
      const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return Object(JSON.parse(opened.toString('utf8'))) as object;
    } catch {
      return undefined;
    }
  }
}
