import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { addKey, listKeys, rotateKey } from '../../../src/cases/encryption-key-rotation';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import {
  changeEncryptionKeys,
  createEncryptionKeys,
  newKey,
  newKeyFile,
  pathOfHolder,
  readEncryptionKeys,
  readKeysOf,
  type Holder,
  type KeyFile,
} from '../../../src/temporal/encryption/key-ring-file';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-file-'));
  path = join(folder, 'keys.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (content: unknown) => writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
const withNewKey = (before: KeyFile): KeyFile => {
  const added = newKey(before.idSecret);
  return { ...before, active: added.id, keys: [...before.keys, added] };
};

test('a new file holds one active key of 32 bytes, for its owner alone, and replaces no other', () => {
  const { active, keys } = createEncryptionKeys(path);
  expect(keys).toEqual([expect.objectContaining({ id: active })]);
  expect(Buffer.from(keys[0]?.secret ?? '', 'base64')).toHaveLength(32);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => createEncryptionKeys(path)).toThrow('it exists already');
  expect(readEncryptionKeys(path).active).toBe(active);
});

const goodFile = newKeyFile();
const {
  holder,
  idSecret,
  keys: [good],
} = goodFile as KeyFile & { keys: [KeyFile['keys'][number]] };
test.each([
  ['nothing', { holder }, /active: must be a text[^]*keys: must be a list/],
  [
    'an active key that is not there',
    { holder, idSecret, active: 'other', keys: [good] },
    /active: must be the id of one of the keys/,
  ],
  ['no key', { holder, idSecret, active: 'other', keys: [] }, /keys: must hold a key/],
  [
    'a short key',
    { holder, idSecret, active: good.id, keys: [{ ...good, secret: 'c2hvcnQ=' }] },
    /keys\.0\.secret: must be 32 random bytes/,
  ],
  [
    'two keys of one id',
    { holder, idSecret, active: good.id, keys: [good, good] },
    /keys: must have a different id each/,
  ],
  [
    'an id with blanks',
    { holder, idSecret, active: good.id, keys: [good, { ...good, id: 'a b' }] },
    /keys\.1\.id: must be 1 to 64/,
  ],
  [
    'a key whose id was made with another secret',
    { ...newKeyFile(), active: good.id, keys: [good] },
    /keys: must have ids that were made with this idSecret/,
  ],
  ['an unknown field', { holder, idSecret, active: good.id, keys: [good], note: 'x' }, /note/],
])('a file with %s is refused with the name of the field', (_, content, complaint) => {
  write(content);
  expect(() => readEncryptionKeys(path)).toThrow(complaint);
});

test('a complaint about a file never repeats a key', () => {
  const secret = Buffer.alloc(31, 7).toString('base64');
  write({ holder, idSecret, active: good.id, keys: [{ ...good, secret: secret }] });
  expect(() => readEncryptionKeys(path)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(secret) }),
  );
});

test('a file that others may read, that is missing or that is no JSON is refused in a sentence', () => {
  expect(() => readEncryptionKeys(path)).toThrow('it does not exist');
  writeFileSync(path, '{', { mode: 0o600 });
  expect(() => readEncryptionKeys(path)).toThrow('it is not JSON');
  chmodSync(path, 0o640);
  expect(() => readEncryptionKeys(path)).toThrow('others than its owner can read it');
});

test('readers and senders get files beside that of the workers, with less of each key in them, at each change', () => {
  const { active, keys } = createEncryptionKeys(path);
  const changed = changeEncryptionKeys(path, withNewKey);
  const [reading, sending] = (['reader', 'sender'] as const).map((holder) => pathOfHolder(path, holder));
  for (const file of [reading!, sending!]) expect(statSync(file).mode & 0o777).toBe(0o600);
  const [reader, sender] = [readFileSync(reading!, 'utf8'), readFileSync(sending!, 'utf8')];
  for (const { id, secret, voucher, recipient } of changed.keys) {
    expect([id, secret, recipient.d].map((part) => reader.includes(part))).toEqual([true, true, true]);
    for (const part of [secret, voucher, recipient.d]) expect(sender).not.toContain(part);
    expect(reader).not.toContain(voucher);
  }
  expect(reader + sender).not.toContain(changed.idSecret);
  expect(JSON.parse(sender)).toEqual({
    ...{ holder: 'sender', active: changed.active },
    keys: changed.keys.map(({ id, recipient: { x } }) => ({ id, recipient: { x } })),
  });
  expect([active, keys.length]).toEqual([changed.keys[0]?.id, 1]);
});

test('a key that waits is in all files before anything is written under it, and becomes active in its turn', () => {
  const { active: former } = createEncryptionKeys(path);
  const waiting = addKey(path);
  expect(addKey(path)).toBe(waiting);
  for (const holder of ['worker', 'reader', 'sender'] as const)
    expect(readKeysOf(holder, pathOfHolder(path, holder))).toMatchObject({
      ...{ active: former, keys: [{ id: former }, { id: waiting }] },
    });
  expect(listKeys(path).map(({ state }) => state)).toEqual(['waits', 'active']);
  expect(rotateKey(path)).toEqual({ id: waiting });
  expect(listKeys(path).map(({ state }) => state)).toEqual(['active', 'decrypts']);
});

test('a program refuses a file that holds less of the keys than it needs, in a sentence that says which', () => {
  createEncryptionKeys(path);
  const ringOf = (file: Holder, program: Holder) => keyRingOf(pathOfHolder(path, file), program);
  for (const lesser of ['reader', 'sender'] as const) {
    expect(() => ringOf(lesser, 'worker')).toThrow(
      /^ {2}ENCRYPTION_KEYS names a file: holder: must be worker: by the file[^\n]*$/m,
    );
    expect(() => changeEncryptionKeys(pathOfHolder(path, lesser), withNewKey)).toThrow('must be worker');
  }
  expect(() => ringOf('sender', 'reader')).toThrow('the file of a sender decrypts nothing');
  for (const more of ['worker', 'reader'] as const) expect(() => ringOf(more, 'sender')).not.toThrow();
});

test('a running worker keeps its keys when a lesser file is put in the place of its own', async () => {
  const { active } = createEncryptionKeys(path);
  const ring = keyRingOf(path, 'worker');
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  copyFileSync(pathOfHolder(path, 'reader'), path);
  expect(await ring.active()).toMatchObject({ id: active, voucher: expect.anything() as unknown });
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('must be worker'));
});

test('a ring takes the keys of a changed file without a restart', async () => {
  createEncryptionKeys(path);
  const ring = keyRingOf(path, 'worker');
  const before = (await ring.active()).id;
  const { active } = changeEncryptionKeys(path, withNewKey);
  expect((await ring.key(active))?.id).toBe(active);
  expect((await ring.active()).id).toBe(active);
  expect((await ring.key(before))?.id).toBe(before);
});

test('a ring keeps its keys when its file becomes invalid, and takes those of the next good one', async () => {
  const { active } = createEncryptionKeys(path);
  const ring = keyRingOf(path, 'worker');
  const content = readFileSync(path, 'utf8');
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  writeFileSync(path, '{');
  expect(await ring.key('unknown')).toBeUndefined();
  expect((await ring.active()).id).toBe(active);
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('The keys that were read before stay in use'));
  writeFileSync(path, content);
  const next = changeEncryptionKeys(path, withNewKey).active;
  expect((await ring.key(next))?.id).toBe(next);
});

test('of two changes at once one is refused, since each would lose the key of the other', () => {
  createEncryptionKeys(path);
  const outer = changeEncryptionKeys(path, (before) => {
    expect(() => changeEncryptionKeys(path, withNewKey)).toThrow('another program changes it');
    return withNewKey(before);
  });
  expect(readEncryptionKeys(path)).toEqual(outer);
});

test('a change that fails leaves the file as it was, and the next one possible', () => {
  const before = createEncryptionKeys(path);
  const fail = () => {
    throw new Error('no');
  };
  expect(() => changeEncryptionKeys(path, fail)).toThrow('no');
  expect(readEncryptionKeys(path)).toEqual(before);
  expect(changeEncryptionKeys(path, withNewKey).keys).toHaveLength(2);
});

test('a key that is logged by mistake shows nothing of itself', async () => {
  const { keys } = createEncryptionKeys(path);
  expect(inspect(await keyRingOf(path, 'worker').active(), { depth: 9 })).not.toContain(keys[0]?.secret);
});
