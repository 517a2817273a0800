import { WatchedKeyFile } from '../../secrets/key-file';
import { asKey, hasMade, readEncryptionKeys, type KeyFile } from './key-file';
import type { Key, KeyRing } from './key-ring';

/** The keys of a file, which is read again when it has changed. An unreadable file must not stop cases. */
export class FileKeyRing implements KeyRing {
  private readonly file: WatchedKeyFile<Keys>;

  /** @throws KeyFileError */
  constructor(path: string) {
    this.file = new WatchedKeyFile(path, (from) => keysOf(readEncryptionKeys(from)));
  }

  async active(): Promise<Key> {
    return this.file.current().active;
  }

  async key(id: string): Promise<Key | undefined> {
    return this.file.current().byId.get(id);
  }

  expects(id: string): boolean {
    return hasMade(this.file.current().file, id);
  }
}

interface Keys {
  readonly file: KeyFile;
  readonly active: Key;
  readonly byId: ReadonlyMap<string, Key>;
}

function keysOf(file: KeyFile): Keys {
  const byId = new Map(file.keys.map((entry) => [entry.id, asKey(entry)]));
  const active = byId.get(file.active);
  if (!active) throw new Error('the parsed file has no active key');
  return { file, active, byId };
}
