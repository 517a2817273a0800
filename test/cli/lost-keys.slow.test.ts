import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeEncryptionKeys, readEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { base, contents, install, removeAll } from '../support/cli/installing';
import { type } from '../support/cli/terminal';

afterAll(removeAll);

const lost = join(base, 'lost');
const KEYS = [
  'passwords.json',
  ...['encryption.json', 'encryption.reader.json', 'receipt-key.json', 'audit.key', 'authority.json'].map(
    (name) => `worker/${name}`,
  ),
  ...['names.key', 'desk.key.json', 'audit.public.key', 'audit-signer.public.jwk'].map(
    (name) => `desk/${name}`,
  ),
  'signer/audit-signer.jwk',
];

test.each(KEYS)('a lost %s is named with what to do, and nothing else changes', async (name) => {
  if (!existsSync(lost)) expect((await install({}, lost)).code).toBe(0);
  const path = join(lost, name);
  const [before, text] = [contents(lost), readFileSync(path, 'utf8')];
  rmSync(path);
  const { code, err } = await install({ desk: 'https://other.example' }, lost);
  expect([code, err]).toEqual([1, expect.stringContaining(`${path}: restore it from your copy`)]);
  expect(contents(lost)).toEqual(before.filter(([one]) => one !== path));
  writeFileSync(path, text, { mode: 0o600 });
});

test('copies have a new encryption key before it is active, and lose one that is removed', async () => {
  const workers = join(lost, 'worker/encryption.json');
  const copy = () =>
    jsonOf(join(lost, 'readers/encryption.reader.json')) as { active: string; keys: { id: string }[] };
  const jsonOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  process.env.ENCRYPTION_KEYS = workers;
  const former = copy().active;
  expect(await type('encryption add')).toMatchObject({ code: 0 });
  expect((await install({}, lost)).code).toBe(0);
  expect(await type('encryption rotate')).toMatchObject({ code: 0 });
  const { active } = readEncryptionKeys(workers);
  expect(copy()).toMatchObject({ active: former, keys: [{ id: former }, { id: active }] });
  changeEncryptionKeys(workers, (file) => ({ ...file, keys: file.keys.slice(1), removed: [former] }));
  delete process.env.ENCRYPTION_KEYS;
  expect((await install({}, lost)).code).toBe(0);
  expect(copy()).toMatchObject({ active, keys: [{ id: active }] });
  const senders = jsonOf(join(lost, 'senders/encryption.sender.json'));
  expect(senders).toMatchObject({ active, keys: [{ id: active }] });
});

test('a copy that holds a key which its original lacks is not replaced', async () => {
  const other = join(base, 'other');
  await install({}, other);
  for (const [name, copies] of [
    ['encryption.json', ['readers/encryption.reader.json', 'senders/encryption.sender.json']],
    ['audit.key', ['retention/audit.key']],
  ] as const) {
    const path = join(lost, 'worker', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, readFileSync(join(other, 'worker', name), 'utf8'));
    const before = contents(lost);
    const { code, err } = await install({}, lost);
    expect(code).toBe(1);
    for (const copy of copies) expect(err).toContain(`${join(lost, copy)} holds a key that ${path} lacks`);
    expect(contents(lost)).toEqual(before);
    writeFileSync(path, text);
  }
});

test('encryption keys are not created over the files of readers and senders that are left', async () => {
  const path = join(lost, 'worker/encryption.json');
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  process.env.ENCRYPTION_KEYS = path;
  const { code, err } = await type('encryption create');
  delete process.env.ENCRYPTION_KEYS;
  expect([code, err]).toEqual([2, expect.stringContaining('encryption.reader.json')]);
  expect(existsSync(path)).toBe(false);
  writeFileSync(path, text, { mode: 0o600 });
});

test('a password that is deleted is made anew, and no other', async () => {
  const path = join(lost, 'passwords.json');
  const { records_desk: former, ...others } = JSON.parse(readFileSync(path, 'utf8')) as Record<
    string,
    string
  >;
  writeFileSync(path, JSON.stringify(others));
  expect((await install({}, lost)).code).toBe(0);
  const now = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  expect(now).toEqual({ ...others, records_desk: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(now.records_desk).not.toBe(former);
  expect(readFileSync(join(lost, 'desk.env'), 'utf8')).toContain(now.records_desk);
});

test('a folder with files of others is refused, and stays as it is', async () => {
  const foreign = join(base, 'foreign');
  mkdirSync(join(foreign, 'worker'), { recursive: true });
  const { code, err } = await install({}, foreign);
  expect([code, err]).toEqual([1, expect.stringContaining(`${foreign} is no installation: it holds worker`)]);
  expect(readdirSync(foreign, { recursive: true })).toEqual(['worker']);
});
