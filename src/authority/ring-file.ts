import { existsSync } from 'node:fs';
import { claimsIn } from '../domain/case/acts';
import { subjectOf } from '../domain/case/agreement';
import { changeKeyFile, jsonText, KeyFileError } from '../secrets/key-file';
import { readRing, readRingFile, type RingEntry, type RingPasskey } from './key-ring';

/** A ring is public: workers of other users read it. */
const PUBLIC = 0o644;

const ringOf = (path: string): ReturnType<typeof readRing> =>
  existsSync(path) ? readRing(path) : { keys: [] };

/** The entries of a ring; an empty list where there is no file yet. @throws KeyFileError */
export const entriesOf = (path: string): RingEntry[] => (existsSync(path) ? readRingFile(path) : []);

/**
 * Adds a key to a ring, and creates the file if it is missing. A person has one subject: the ring refuses every other
 * spelling of it. @throws KeyFileError
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
export function withEnded(path: string, kid: string, state: 'retired' | 'revoked'): RingEntry[] {
  const entries = readRingFile(path);
  const ended = entries.find((one) => one.kid === kid);
  if (!ended) throw new KeyFileError(path, [`it has no key ${kid}`]);
  if (ended.state === 'revoked' || ended.state === state)
    throw new KeyFileError(path, [`the key ${kid} is ${ended.state} already, since ${ended.since}`]);
  return entries.map((one) => (one === ended ? { ...ended, state, since: new Date().toISOString() } : one));
}

/** Retires or revokes a key, from now on. @throws KeyFileError */
export function endKey(path: string, kid: string, state: 'retired' | 'revoked'): void {
  withEnded(path, kid, state); // A mistake is told before there is a draft.
  changeKeyFile(path, PUBLIC, () => jsonText({ ...ringOf(path), keys: withEnded(path, kid, state) }));
}

/** Adds to a ring what one more person vouches for of a device; who vouches again takes the place of the earlier time. @throws KeyFileError */
export function addEnrolment(
  path: string,
  enrolment: Omit<RingPasskey, 'signatures' | 'state' | 'since'>,
  { by, ...signature }: RingPasskey['signatures'][number] & { readonly by: string },
): RingPasskey {
  const known = (passkeys: readonly RingPasskey[]) => passkeys.find(({ kid }) => kid === enrolment.kid);
  changeKeyFile(path, PUBLIC, () => {
    const { keys, passkeys = [] } = ringOf(path);
    const before = known(passkeys);
    if (before?.state === 'revoked')
      throw new KeyFileError(path, [`the device ${enrolment.kid} is revoked, and stays so`]);
    const signatures = (before?.signatures ?? []).filter(({ act }) => claimsIn(act)?.sub !== by);
    const added = { ...enrolment, signatures: [...signatures, signature], state: 'active' as const };
    return jsonText({ keys, passkeys: [...passkeys.filter((one) => one !== before), added] });
  });
  return known(readRing(path).passkeys ?? []) as RingPasskey;
}

/** Revokes a device, from now on. @returns whether the ring has it, not revoked before @throws KeyFileError */
export function revokeDevice(path: string, kid: string): boolean {
  const isIt = (one: RingPasskey) => one.kid === kid && one.state === 'active';
  if (!(readRing(path).passkeys ?? []).some(isIt)) return false;
  changeKeyFile(path, PUBLIC, () => {
    const { keys, passkeys = [] } = readRing(path);
    const ended = { state: 'revoked' as const, since: new Date().toISOString() };
    return jsonText({ keys, passkeys: passkeys.map((one) => (isIt(one) ? { ...one, ...ended } : one)) });
  });
  return true;
}
