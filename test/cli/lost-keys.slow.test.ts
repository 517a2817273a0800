import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { section, textOf } from '../support/docs/pages';
import { readSigningKey } from '../../src/authority/person-key';
import { readRingFile } from '../../src/authority/key-ring';
import { readAuditKeys } from '../../src/records/audit-key-files';
import { changeEncryptionKeys, readEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { base, contents, install, removeAll } from '../support/cli/installing';
import { type } from '../support/cli/terminal';

jest.setTimeout(120_000);

afterAll(removeAll);

/** Its programs have no database and no Temporal, so that things are always left to do. */
const lost = join(base, 'lost');
const installed = async (folder: string) => {
  const { code, err, findings } = await install({}, folder);
  expect([code, err]).toEqual([1, expect.stringContaining('Left to do')]);
  return findings;
};
beforeAll(() => installed(lost), 30_000);

const KEYS = [
  'passwords.json',
  ...['encryption.json', 'receipt-key.json', 'audit.key', 'authority.json', 'payout-policy.json'].map(
    (name) => `worker/${name}`,
  ),
  'desk/names.key',
  'desk/desk.key.json',
  'signer/audit-signer.jwk',
];

test.each(KEYS)('a lost %s is named with what to do, and nothing else changes', async (name) => {
  const path = join(lost, name);
  const [before, text] = [contents(lost), readFileSync(path, 'utf8')];
  rmSync(path);
  const { code, err } = await install({ desk: 'https://other.example' }, lost);
  expect([code, err]).toEqual([1, expect.stringContaining(`${path}: restore it from your copy`)]);
  expect(contents(lost)).toEqual(before.filter(([one]) => one !== path));
  writeFileSync(path, text, { mode: 0o600 });
});

test('a lost copy and a lost public part are made again as they were: another file holds all of them', async () => {
  const before = contents(lost);
  for (const name of [
    ...['worker/encryption.reader.json', 'readers/encryption.reader.json', 'worker/encryption.sender.json'],
    ...['retention/audit.key', 'desk/audit.public.key', 'desk/audit-signer.public.jwk'],
  ])
    rmSync(join(lost, name));
  await installed(lost);
  expect(contents(lost)).toEqual(before);
});

/** What a person types, by the shell, with the repository's command line. */
function typed(command: string): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

/** The commands that are printed for a lost file. */
async function remedyOf(folder: string, name: string): Promise<string[]> {
  const { err } = await install({}, folder);
  const { message } = (JSON.parse(err) as { error: { message: string } }).error;
  const line = message.split('\n').find((one) => one.trim().startsWith(`${join(folder, name)}: `)) ?? '';
  return [...line.matchAll(/"([^"]+)"/g)].map(([, command = '']) => command);
}

/** An installation in which these files are lost. */
function without(...names: string[]): string {
  const folder = mkdtempSync(join(base, 'without-'));
  cpSync(lost, folder, { recursive: true });
  for (const name of names) rmSync(join(folder, name));
  return folder;
}

/** The command blocks of a section, for the installation in a folder. */
const blocksOf = (page: string, title: string, folder: string) =>
  [...section(textOf(page), title).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) =>
    block.replaceAll('installation/', `${folder}/`).replaceAll('starter ', `${HERE} `),
  );
/** The command line by its sources, from any folder. */
const HERE = `npm run --prefix ${process.cwd()} --silent starter --`;

test('who follows to the letter what is printed for each lost file can go on', async () => {
  const names = ['passwords.json', 'worker/encryption.json', 'worker/receipt-key.json', 'worker/audit.key'];
  const folder = without(...names, 'retention/audit.key');
  for (const name of names) {
    const commands = await remedyOf(folder, name);
    expect(commands).not.toEqual([]);
    expect(commands.join()).not.toContain('cp ');
    commands.forEach(typed);
  }
  await installed(folder);
  const [own, both] = ['worker/audit.key', 'desk/audit.public.key'].map(
    (name) => readAuditKeys(join(folder, name)).ids,
  );
  expect(both).toEqual([expect.any(String), ...own!]);
});

test('a lost audit key is its copy', async () => {
  const folder = without('worker/audit.key');
  (await remedyOf(folder, 'worker/audit.key')).forEach(typed);
  expect(contents(folder).map(([, text]) => text)).toEqual(contents(lost).map(([, text]) => text));
});

test('who follows to the letter what is printed for a lost ring has a desk and people in a new one', async () => {
  const folder = without('worker/authority.json');
  const person = join(base, 'approver-1');
  const { out } = await type(`keys request approver-1 --roles approver --out ${person}.key.json`);
  writeFileSync(`${person}.public.json`, out);
  for (const command of await remedyOf(folder, 'worker/authority.json'))
    typed(command.replace('PERSON', person));
  const found = await installed(folder);
  expect(found.filter(({ what, verdict }) => what === 'Keys' && verdict === 'wrong')).toEqual([]);
  expect(found.map((one) => one.found)).toContain('approver-1 has a key');
});

test('who follows to the letter what is printed for a lost key of the desk has a new one, and the lost one retired', async () => {
  const folder = without('desk/desk.key.json');
  const ring = join(folder, 'worker/authority.json');
  const [former] = readRingFile(ring);
  const [create = '', list = '', retire = ''] = await remedyOf(folder, 'desk/desk.key.json');
  typed(create);
  expect(typed(list)).toMatch(new RegExp(`${former!.kid}  \\*  .*\n.*  \\*  `));
  typed(retire.replace('LOST-KEY', former!.kid));
  expect(readRingFile(ring).map(({ state }) => state)).toEqual(['retired', 'active']);
  const found = await installed(folder);
  expect(found.filter(({ what, verdict }) => what === 'Keys' && verdict === 'wrong')).toEqual([]);
});

test('who follows docs/INSTALL.md and docs/AUDIT.md has new keys of the desk, of payloads, of names and of the signer', async () => {
  const folder = without('desk/names.key', 'signer/audit-signer.jwk');
  const ring = join(folder, 'worker/authority.json');
  const [first] = readRingFile(ring);
  typed(blocksOf('docs/INSTALL.md', 'A new names.key', folder)[0]!);
  const [, ...ofSigner] = blocksOf('docs/AUDIT.md', 'A new key of the signer', folder);
  for (const block of ofSigner) typed(`cd ${base} && ${block}`);
  for (const block of blocksOf('docs/INSTALL.md', 'A new desk.key.json', folder))
    typed(block.replace('OLD-KEY', first!.kid));
  const [add = '', rotate = ''] = blocksOf('docs/INSTALL.md', 'A new encryption key', folder);
  typed(add);
  await installed(folder);
  typed(rotate);
  await installed(folder);
  expect(readRingFile(ring)).toMatchObject([
    { kid: first!.kid, state: 'retired' },
    { kid: readSigningKey(join(folder, 'desk/desk.key.json')).kid, state: 'active' },
  ]);
  const jsonOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { x?: string };
  expect(jsonOf('desk/audit-signer.public.jwk').x).toBe(jsonOf('signer/audit-signer.jwk').x);
  const { active, keys } = readEncryptionKeys(join(folder, 'worker/encryption.json'));
  expect(keys).toHaveLength(2);
  for (const copy of ['readers/encryption.reader.json', 'senders/encryption.sender.json'])
    expect(jsonOf(copy)).toMatchObject({ active });
});

test('copies have a new encryption key before it is active, and lose one that is removed', async () => {
  const workers = join(lost, 'worker/encryption.json');
  const copy = () =>
    jsonOf(join(lost, 'readers/encryption.reader.json')) as { active: string; keys: { id: string }[] };
  const jsonOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  process.env.ENCRYPTION_KEYS = workers;
  const former = copy().active;
  expect(await type('encryption add')).toMatchObject({ code: 0 });
  await installed(lost);
  expect(await type('encryption rotate')).toMatchObject({ code: 0 });
  const { active } = readEncryptionKeys(workers);
  expect(copy()).toMatchObject({ active: former, keys: [{ id: former }, { id: active }] });
  changeEncryptionKeys(workers, (file) => ({ ...file, keys: file.keys.slice(1), removed: [former] }));
  delete process.env.ENCRYPTION_KEYS;
  await installed(lost);
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
  await installed(lost);
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
