import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { KeyFileError } from '../../secrets/key-file';

/** At least 256 bits in base64, base64url or hex. */
const KEY = /^[\w+/=-]{43,}$/;

/** The keys of the audit's MACs, which the database never sees: the first one seals, all of them verify, the last one veils. */
export class AuditKeys {
  readonly activeId: string;
  private readonly eldestId: string;
  private readonly keys: ReadonlyMap<string, string>;

  constructor(keys: readonly [string, ...string[]]) {
    this.keys = new Map(keys.map((key) => [idOf(key), key]));
    this.activeId = idOf(keys[0]);
    this.eldestId = [...this.keys.keys()].at(-1) ?? this.activeId;
  }

  /** A text as the database may see it: the same text always looks the same there, whichever newer key seals by now. */
  veil(text: string): string {
    return this.macUnder(this.eldestId, text) ?? '';
  }

  /** The MAC of an entry's hash under the active key. */
  seal(hash: string): string {
    return this.macUnder(this.activeId, hash) ?? '';
  }

  /** The MAC of a hash under the key that every worker has, also while a newer one is being given out. */
  sealForAll(hash: string): { readonly key_id: string; readonly mac: string } {
    return { key_id: this.eldestId, mac: this.veil(hash) };
  }

  /** Whether a MAC was made under the key that it names; also false where we do not have that key. */
  verifies({ key_id, hash, mac }: { key_id: string; hash: string; mac: string }): boolean {
    const expected = Buffer.from(this.macUnder(key_id, hash) ?? '');
    const given = Buffer.from(mac);
    return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
  }

  private macUnder(keyId: string, hash: string): string | undefined {
    const key = this.keys.get(keyId);
    return key === undefined ? undefined : createHmac('sha256', key).update(hash).digest('hex');
  }
}

/** Tells keys apart without telling anything of them. */
const idOf = (key: string) => createHash('sha256').update(`id of ${key}`).digest('hex').slice(0, 8);

/** The keys of a file: one a line, the active one first; empty lines and lines that begin with # do not count. @throws KeyFileError */
export function keysIn(text: string, path: string): AuditKeys {
  const lines = text.split('\n').map((line) => line.trim());
  const [active, ...older] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (active === undefined) throw new KeyFileError(path, ['it holds no key']);
  if (![active, ...older].every((key) => KEY.test(key)))
    throw new KeyFileError(path, [
      'each line must be a key of at least 43 characters: 256 random bits in base64',
    ]);
  return new AuditKeys([active, ...older]);
}
