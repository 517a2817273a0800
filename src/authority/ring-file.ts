import { existsSync } from 'node:fs';
import { changeKeyFile, jsonText, KeyFileError } from '../secrets/key-file';
import { readRingFile, type RingEntry } from './key-ring';

/** A ring is public: workers of other users read it. */
const PUBLIC = 0o644;

/** The entries of a ring; an empty list where there is no file yet. @throws KeyFileError */
export const entriesOf = (path: string): RingEntry[] => (existsSync(path) ? readRingFile(path) : []);

/** Adds a key to a ring; the file is made where there is none. @throws KeyFileError */
export const addToRing = (path: string, entry: RingEntry): void =>
  changeKeyFile(path, PUBLIC, () => jsonText({ keys: [...entriesOf(path), entry] }));

/** Retires or revokes a key, from now on. A revoked key stays revoked. @throws KeyFileError */
export function endKey(path: string, kid: string, state: 'retired' | 'revoked', now = new Date()): RingEntry {
  const end = (entries: readonly RingEntry[]): RingEntry => {
    const entry = entries.find((one) => one.kid === kid);
    if (!entry) throw new KeyFileError(path, [`it has no key ${kid}`]);
    if (entry.state === 'revoked' || entry.state === state)
      throw new KeyFileError(path, [`the key ${kid} is ${entry.state} already, since ${entry.since}`]);
    return { ...entry, state, since: now.toISOString() };
  };
  let ended = end(readRingFile(path));
  changeKeyFile(path, PUBLIC, () => {
    const entries = readRingFile(path);
    ended = end(entries);
    return jsonText({ keys: entries.map((one) => (one.kid === kid ? ended : one)) });
  });
  return ended;
}
