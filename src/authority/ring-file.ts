import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { KeyFileError, readRingFile, type RingEntry } from './key-ring';

/** The entries of a ring; none where there is no file yet. @throws KeyFileError */
export const entriesOf = (path: string): RingEntry[] => (existsSync(path) ? readRingFile(path) : []);

/** Adds a key to a ring; the file is made where there is none. @throws KeyFileError */
export const addToRing = (path: string, entry: RingEntry): void => write(path, [...entriesOf(path), entry]);

/** Retires or revokes a key, from now on. A revoked key stays revoked. @throws KeyFileError */
export function endKey(path: string, kid: string, state: 'retired' | 'revoked', now = new Date()): RingEntry {
  const entries = readRingFile(path);
  const entry = entries.find((one) => one.kid === kid);
  if (!entry) throw new KeyFileError(path, [`it has no key ${kid}`]);
  if (entry.state === 'revoked' || entry.state === state)
    throw new KeyFileError(path, [`the key ${kid} is ${entry.state} already, since ${entry.since}`]);
  const ended: RingEntry = { ...entry, state, since: now.toISOString() };
  write(
    path,
    entries.map((one) => (one === entry ? ended : one)),
  );
  return ended;
}

/** In one step, so that a worker never reads half a ring. */
function write(path: string, keys: readonly RingEntry[]): void {
  const next = `${path}.${process.pid}.new`;
  try {
    writeFileSync(next, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o644 });
    renameSync(next, path);
  } catch {
    throw new KeyFileError(path, ['it cannot be written']);
  }
}
