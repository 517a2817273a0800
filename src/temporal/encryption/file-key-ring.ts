import { WatchedKeyFile } from '../../secrets/key-file';
import { asKey, hasMade, readKeysOf, type Holder } from './key-file';
import type { Key, KeyRing } from './key-ring';

/** The keys of a file, which is read again when it has changed. An unreadable file must not stop cases. */
export class FileKeyRing implements KeyRing {
  private readonly file: WatchedKeyFile<Keys>;

  /** @throws KeyFileError, also where the file holds less of the keys than this holder needs */
  constructor(path: string, holder: Holder) {
    this.file = new WatchedKeyFile(path, (from) => keysIn(from, holder));
  }

  async active(): Promise<Key> {
    return this.file.current().active;
  }

  async key(id: string): Promise<Key | undefined> {
    return this.file.current().byId.get(id);
  }

  expects(id: string): boolean {
    return this.file.current().expects(id);
  }
}

interface Keys {
  readonly active: Key;
  readonly byId: ReadonlyMap<string, Key>;
  readonly expects: (id: string) => boolean;
}

function keysIn(path: string, holder: Holder): Keys {
  const file = readKeysOf(holder, path);
  const byId = new Map(file.keys.map((entry) => [entry.id, asKey(entry)]));
  const active = byId.get(file.active);
  if (!active) throw new Error('the parsed file has no active key');
  return { active, byId, expects: (id) => file.holder === 'worker' && hasMade(file, id) };
}
