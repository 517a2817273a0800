import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TAG_LENGTH = 16;

/**
 * A name for a new key: its day, something random, and a tag that only the holders of the ring's secret can make. So a
 * worker tells a key on its way to it from an invention of an outsider.
 */
export function newKeyName(secret: Buffer, now: Date): string {
  const name = `${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  return `${name}-${tagOf(secret, name)}`;
}

/** Whether a ring of this secret has made the name. */
export function isNameOf(secret: Buffer, id: string): boolean {
  const at = id.lastIndexOf('-');
  const [given, expected] = [
    Buffer.from(id.slice(at + 1)),
    Buffer.from(tagOf(secret, id.slice(0, Math.max(at, 0)))),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const tagOf = (secret: Buffer, name: string): string =>
  createHmac('sha256', secret).update(name).digest('hex').slice(0, TAG_LENGTH);
