import { statSync } from 'node:fs';
import { asKey, hasMade, type KeyFile } from './key-file';
import type { Key, KeyRing } from './key-ring';
import { readKeyFile } from './key-store';

/** How often the file is looked at, at most. */
const LOOK_EVERY_MS = 1_000;

/** The keys of a file, which is read again when it has changed. */
export class FileKeyRing implements KeyRing {
  private keys: Keys;
  private version: string;
  private lookedAtMs: number;

  /** @throws EncryptionKeysError */
  constructor(private readonly path: string) {
    this.version = versionOf(path);
    this.lookedAtMs = performance.now();
    this.keys = keysOf(readKeyFile(path));
  }

  async active(): Promise<Key> {
    if (performance.now() - this.lookedAtMs > LOOK_EVERY_MS) this.look();
    return this.keys.active;
  }

  async key(id: string): Promise<Key | undefined> {
    if (!this.keys.byId.has(id)) this.look();
    return this.keys.byId.get(id);
  }

  expects(id: string): boolean {
    return hasMade(this.keys.file, id);
  }

  /** A file that has become unreadable must not stop cases: the keys stay as they were, and a warning says so. */
  private look(): void {
    this.lookedAtMs = performance.now();
    const version = versionOf(this.path);
    if (version === this.version) return;
    this.version = version;
    try {
      this.keys = keysOf(readKeyFile(this.path));
    } catch (error) {
      process.emitWarning(`${(error as Error).message}\nThe keys stay as they were.`);
    }
  }
}

interface Keys {
  readonly file: KeyFile;
  readonly active: Key;
  readonly byId: ReadonlyMap<string, Key>;
}

function keysOf(file: KeyFile): Keys {
  const { active, keys } = file;
  const byId = new Map(keys.map((entry) => [entry.id, asKey(entry)]));
  const key = byId.get(active);
  if (!key) throw new Error('the parsed file has no active key');
  return { file, active: key, byId };
}

/** Differs whenever the file was replaced, written or given to others. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? [found.ino, found.mtimeMs, found.size, found.mode].join(':') : 'none';
}
