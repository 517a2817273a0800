import { existsSync } from 'node:fs';
import { subjectOf } from '../domain/case/approval';
import { changeKeyFile, jsonText, KeyFileError } from '../secrets/key-file';
import { readRing, readRingFile, type RingEntry } from './key-ring';

/** A ring is public: workers of other users read it. */
const PUBLIC = 0o644;

const ringOf = (path: string) => (existsSync(path) ? readRing(path) : { keys: [] });

/** The entries of a ring; an empty list where there is no file yet. @throws KeyFileError */
export const entriesOf = (path: string): RingEntry[] => (existsSync(path) ? readRingFile(path) : []);

/**
 * Adds a key to a ring; the file is made where there is none. A person has one subject: the ring takes no other way of
 * writing it. @throws KeyFileError
 */
export function addToRing(path: string, entry: RingEntry): void {
  const { subject } = entry.asserts;
  changeKeyFile(path, PUBLIC, () => {
    const entries = entriesOf(path);
    const known = entries
      .map(({ asserts }) => asserts.subject)
      .find((one) => subjectOf(one) === subjectOf(subject));
    if (known !== undefined && known !== subject)
      throw new KeyFileError(path, [`it knows ${subject} as ${known}: one person has one subject`]);
    return jsonText({ ...ringOf(path), keys: [...entries, entry] });
  });
}

/** The entries of a ring once a key of it is retired or revoked. A revoked key stays revoked. @throws KeyFileError */
export function withEnded(
  path: string,
  kid: string,
  state: 'retired' | 'revoked',
  now = new Date(),
): RingEntry[] {
  const entries = readRingFile(path);
  const ended = entries.find((one) => one.kid === kid);
  if (!ended) throw new KeyFileError(path, [`it has no key ${kid}`]);
  if (ended.state === 'revoked' || ended.state === state)
    throw new KeyFileError(path, [`the key ${kid} is ${ended.state} already, since ${ended.since}`]);
  return entries.map((one) => (one === ended ? { ...ended, state, since: now.toISOString() } : one));
}

/** Retires or revokes a key, from now on. @throws KeyFileError */
export function endKey(path: string, kid: string, state: 'retired' | 'revoked', now = new Date()): void {
  withEnded(path, kid, state, now); // A mistake is told before there is a draft.
  changeKeyFile(path, PUBLIC, () => jsonText({ ...ringOf(path), keys: withEnded(path, kid, state, now) }));
}
