import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOfPasskey, readRingFile, watchedKeyRing, addToRing } from '../../src/authority/key-ring';
import { newKeyPair, readSigningKey, writeSecretFile } from '../../src/authority/person-key';
import type { KeyFileError } from '../../src/secrets/key-files';
import { Program } from '../support/program';

const CHANGES = join(__dirname, '../support/authority/ring-changes.ts');

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string) => join(folder, name);
const write = (name: string, content: unknown) => {
  writeFileSync(path(name), typeof content === 'string' ? content : JSON.stringify(content));
  return path(name);
};
const problemsOf = (content: unknown): string => {
  try {
    readRingFile(write('ring.json', content));
  } catch (error) {
    return (error as KeyFileError).message;
  }
  return 'none';
};

const { entry } = newKeyPair('approver-1', ['approver']);

test.each([
  ['no JSON', 'keys', 'it is not JSON'],
  ['no list of keys', {}, 'keys'],
  ['a private half', { keys: [{ ...entry, d: 'x'.repeat(43) }] }, 'Unrecognized key'],
  ['another curve', { keys: [{ ...entry, crv: 'X25519' }] }, 'crv must be Ed25519'],
  ['another algorithm', { keys: [{ ...entry, alg: 'HS256' }] }, 'alg'],
  ['a kid that is not of the key', { keys: [{ ...entry, kid: 'mine' }] }, 'kid must be the thumbprint'],
  ['a kid twice', { keys: [entry, entry] }, 'each kid may stand there once'],
  [
    'a role that there is not',
    { keys: [{ ...entry, asserts: { subject: 'a', roles: ['boss'] } }] },
    'roles must be',
  ],
  ['no role', { keys: [{ ...entry, asserts: { subject: 'a', roles: [] } }] }, 'roles'],
  ['an unknown state', { keys: [{ ...entry, state: 'lost' }] }, 'state must be active, retired or revoked'],
  ['a revocation without its instant', { keys: [{ ...entry, state: 'revoked' }] }, 'since must say when'],
])('a ring with %s is refused, with what is wrong', (_what, content, complaint) => {
  expect(problemsOf(content)).toContain(complaint);
});

test('a ring is read anew when its file changes', () => {
  const file = write('watched.json', { keys: [entry] });
  const ring = watchedKeyRing(file, () => undefined);
  expect(ring().get(entry.kid)?.state).toBe('active');
  write('watched.json', { keys: [{ ...entry, state: 'revoked', since: '2026-01-01T00:00:00Z' }] });
  expect(ring().get(entry.kid)?.state).toBe('revoked');
});

test('a ring that was broken meanwhile keeps its last good keys, tells why once, and is read again once repaired', () => {
  const file = write('broken.json', { keys: [entry] });
  const problems: string[] = [];
  const ring = watchedKeyRing(file, (sentence) => problems.push(sentence));
  write('broken.json', '{"keys": [');
  expect([ring().size, ring().size]).toEqual([1, 1]);
  expect(problems).toEqual([expect.stringContaining('it is not JSON')]);
  write('broken.json', { keys: [entry, newKeyPair('approver-2', ['approver']).entry] });
  expect(ring().size).toBe(2);
});

test('a private key is written for its owner alone, and never over another file', () => {
  const { file } = newKeyPair('approver-1', ['approver']);
  writeSecretFile(path('own.jwk'), file);
  expect(statSync(path('own.jwk')).mode & 0o777).toBe(0o600);
  expect(readSigningKey(path('own.jwk'))).toMatchObject({ subject: 'approver-1', roles: ['approver'] });
  expect(() => writeSecretFile(path('own.jwk'), file)).toThrow('it exists already');
});

test('a private key that others can read is not used', () => {
  const { file } = newKeyPair('approver-1', ['approver']);
  writeSecretFile(path('shared.jwk'), file);
  chmodSync(path('shared.jwk'), 0o640);
  expect(() => readSigningKey(path('shared.jwk'))).toThrow('others than its owner can read it');
});

test('no revocation is lost beside programs that add keys without a pause, and no key either', async () => {
  const stolen = Array.from({ length: 5 }, (_, at) => newKeyPair(`thief-${at}`, ['approver']).entry);
  const ring = write('busy-ring.json', { keys: stolen });
  const added = (by: string) => Array.from({ length: 8 }, (_, at) => `new:${by}-${at}`);
  const changes = [added('one'), added('two'), stolen.map(({ kid }) => kid)];
  const programs = changes.map((each) => new Program(CHANGES, [ring, ...each]));
  for (const { ended } of programs) expect(await ended).toMatchObject({ code: 0, err: '' });
  const entries = readRingFile(ring);
  expect(entries).toHaveLength(5 + 8 + 8);
  expect(entries.filter(({ state }) => state === 'revoked').map(({ kid }) => kid)).toEqual(
    stolen.map(({ kid }) => kid),
  );
});

test('the name of a new key never looks like an option of a command', () => {
  const kids = Array.from({ length: 600 }, () => newKeyPair('approver-1', ['approver']).entry.kid);
  expect(kids.filter((kid) => kid.startsWith('-'))).toEqual([]);
});

test('a person is known to a ring by one subject, in one way of writing it', () => {
  const ring = write('people.json', { keys: [entry] });
  const [again, other] = ['approver-1', 'Approver-1'].map(
    (subject) => newKeyPair(subject, ['officer']).entry,
  );
  addToRing(ring, again!);
  expect(() => addToRing(ring, other!)).toThrow('it knows Approver-1 as approver-1');
  expect(readRingFile(ring)).toHaveLength(2);
});

test('a program that changes a ring waits for another one, and is refused where that never ends', () => {
  const ring = write('shared-ring.json', { keys: [entry] });
  writeFileSync(`${ring}.new`, '');
  expect(() => addToRing(ring, newKeyPair('approver-2', ['approver']).entry)).toThrow(
    'another program changes it',
  );
  rmSync(`${ring}.new`);
  expect(readRingFile(ring)).toHaveLength(1);
});

test('no name of a device can be taken for an option of a command line', () => {
  const names = Array.from({ length: 1_000 }, (_, n) => nameOfPasskey(`key ${n}`));
  expect(names.filter((name) => name.startsWith('-'))).toEqual([]);
  expect(new Set(names).size).toBe(1_000);
});
