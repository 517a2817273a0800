import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ANY_PERSON, readRingFile } from '../../src/authority/key-ring';
import { newKeyPair } from '../../src/authority/person-key';
import { programs, readConfig } from '../../src/config/read-config';
import { changeEncryptionKeys, readEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { readAnswers } from '../../src/cli/install/answers';
import { environmentOf, examine, PROGRAMS } from '../../src/cli/install/environment';
import { passwordsOf } from '../../src/cli/install/keys';
import { type } from '../support/cli/terminal';
import { textOf } from '../support/docs/pages';

const base = mkdtempSync(join(tmpdir(), 'install-'));
const folder = join(base, 'installation');
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(base, { recursive: true }));

/** Nothing listens there: what can be made without a network is made all the same. */
const CLOSED = '127.0.0.1:64999';
const answers = {
  bank: { url: 'https://bank.example', key: 'first-key', apiKey: 'second-key' },
  temporal: { address: CLOSED, namespace: 'payouts' },
  database: `postgres://${CLOSED}/records`,
  desk: 'https://desk.example',
  provider: { issuer: `http://${CLOSED}`, clientId: 'desk', clientSecret: 'it is known' },
  people: { 'supervisor-1': ['supervisor'], 'approver-1': ['approver'] },
};

interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
  readonly todo?: string;
}

async function install(changed: object = {}, to = folder) {
  const path = join(base, 'answers.json');
  writeFileSync(path, JSON.stringify({ ...answers, ...changed }), { mode: 0o600 });
  const { code, out, err } = await type(`install ${path} ${to} --json`);
  return { code, err, findings: out === '' ? [] : (JSON.parse(out) as Finding[]) };
}

/** Every file with what it holds. */
const contents = (of = folder) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]);

test('from one file of answers each program that can start gets an environment that its own reader takes', async () => {
  const { code, findings } = await install();
  expect(code).toBe(0);
  const read = (program: keyof typeof programs) =>
    readConfig(programs[program], parseEnv(readFileSync(at(`${program}.env`), 'utf8')));
  for (const program of ['worker', 'desk', 'codec', 'audit-signer'] as const)
    expect(() => read(program)).not.toThrow();
  expect(findings.filter(({ what }) => what === 'Settings').map(({ found }) => found)).toEqual([
    'webhooks lacks WEBHOOK_SECRET',
    'retention lacks RETENTION_DAYS',
  ]);
  const named = ['worker', 'webhooks', 'desk', 'codec', 'audit-signer', 'retention', 'starter'].flatMap(
    (program) => Object.entries(parseEnv(readFileSync(at(`${program}.env`), 'utf8'))),
  );
  const paths = named
    .filter(([, value]) => value!.startsWith(base))
    .filter(([name]) => name !== 'AUDIT_EXPORT_FILE');
  expect(paths.filter(([, path]) => !existsSync(path!))).toEqual([]);
  expect(readFileSync(at('worker.env'), 'utf8')).not.toMatch(/second-key|records_owner|records_desk/);
});

test('what holds a key is for its owner alone', () => {
  const open = contents().filter(([path]) => (statSync(path!).mode & 0o077) !== 0);
  expect(open.map(([path]) => path)).toEqual([at('worker/authority.json')]);
});

test('run again it changes nothing, and still says what is left to do', async () => {
  const before = contents();
  const { findings } = await install();
  expect(contents()).toEqual(before);
  expect(findings.slice(0, 2).map(({ found }) => found)).toEqual(['all were there', 'as before']);
  expect(Object.fromEntries(findings.map(({ what, todo }) => [what, todo ?? 'done']))).toMatchObject({
    Database: expect.stringContaining('"database" in the answers'),
    Temporal: expect.stringContaining('temporal.address'),
    'Login provider': expect.stringContaining('OIDC_ISSUER'),
    People: expect.stringContaining('keys request approver-1 --roles approver'),
    Authority: expect.stringContaining('policy sign'),
  });
});

test('a desk whose key the workers do not know is left to do', async () => {
  const path = at('desk/desk.key.json');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, JSON.stringify(newKeyPair('*', ['operator']).file));
  const { findings } = await install();
  writeFileSync(path, before);
  expect(findings).toContainEqual(
    expect.objectContaining({ verdict: 'wrong', found: 'no worker takes what the key of the desk signs' }),
  );
  expect(
    (await install()).findings.filter(({ what, verdict }) => what === 'Keys' && verdict === 'wrong'),
  ).toEqual([]);
});

test('other answers change the environments, and no key', async () => {
  const keys = contents().filter(([path]) => !/\.(env|sql)$|client\.json$/.test(path!));
  await install({
    variables: { WEBHOOK_SECRET: 'w'.repeat(32), STAMP_DUTY: 'receiver', TEMPORAL_TLS: 'true' },
  });
  expect(contents().filter(([path]) => !/\.(env|sql)$|client\.json$/.test(path!))).toEqual(keys);
  const has = (program: string, name: string) =>
    readFileSync(at(`${program}.env`), 'utf8').includes(`${name}=`);
  expect([has('webhooks', 'WEBHOOK_SECRET'), has('worker', 'WEBHOOK_SECRET')]).toEqual([true, false]);
  expect([has('worker', 'STAMP_DUTY'), has('desk', 'STAMP_DUTY')]).toEqual([true, false]);
  expect(['worker', 'desk', 'webhooks', 'retention'].map((one) => has(one, 'TEMPORAL_TLS'))).toEqual([
    ...[true, true, true, false],
  ]);
});

/** Every file of another installation with what it holds. */
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

test('people bring the public half of a key that they have made, and with their signatures nothing of them is left to do', async () => {
  const [ring, policy] = [at('worker/authority.json'), at('worker/payout-policy.json')];
  const env = { ...process.env };
  Object.assign(process.env, parseEnv(readFileSync(at('starter.env'), 'utf8')));
  for (const [person, [role]] of Object.entries(answers.people)) {
    const [own, half] = [join(base, `${person}.key.json`), join(base, `${person}.public.json`)];
    const { out } = await type(`keys request ${person} --roles ${role!} --out ${own}`);
    const { d } = JSON.parse(readFileSync(own, 'utf8')) as { d: string };
    expect(out).not.toContain(d);
    writeFileSync(half, out);
    expect(await type(`keys add ${half} --ring ${ring}`)).toMatchObject({ code: 0 });
    process.env['STARTER_KEY'] = own;
    expect(await type(`policy sign ${policy}`)).toMatchObject({ code: 0 });
  }
  process.env = env;
  expect(readRingFile(ring).map(({ asserts }) => asserts.subject)).toEqual([
    '*',
    'supervisor-1',
    'approver-1',
  ]);
  const { findings } = await install();
  expect(
    findings.filter(({ what, verdict }) => /People|Authority|Policy/.test(what) && verdict !== 'fine'),
  ).toEqual([]);
  const { findings: fewer } = await install({
    people: { ...answers.people, 'approver-1': ['officer'], other: ['approver'] },
  });
  expect(fewer.map(({ found }) => found)).toContain('the key of approver-1 also asserts approver');
  const { kid = '' } = readRingFile(ring).at(-1) ?? {};
  expect(await type(`keys revoke ${kid} --ring ${ring} --now`)).toMatchObject({ code: 0 });
  expect((await install()).findings).toContainEqual(
    expect.objectContaining({
      ...{ found: 'the key of approver-1 is revoked', verdict: 'wrong' },
      todo: expect.stringContaining('take them out of the answers'),
    }),
  );
});

test('a key is taken that speaks for one person, and several keys all or none', async () => {
  const ring = join(base, 'ring.json');
  const half = (subject: string) => {
    const path = join(base, subject === ANY_PERSON ? 'all.public.json' : `${subject}.half.json`);
    writeFileSync(path, JSON.stringify(newKeyPair(subject, ['approver']).entry));
    return path;
  };
  const [own, all] = [half('approver-2'), half(ANY_PERSON)];
  expect(await type(`keys add ${own} ${all} --ring ${ring}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('it must speak for one person'),
  });
  expect(await type(`keys add ${own} ${own} --ring ${ring}`)).toMatchObject({ code: 2 });
  expect(existsSync(ring)).toBe(false);
  expect(await type(`keys add ${own} --ring ${ring}`)).toMatchObject({ code: 0 });
});

test('a public half is added once', async () => {
  const again = await type(
    `keys add ${join(base, 'approver-1.public.json')} --ring ${at('worker/authority.json')}`,
  );
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('already') });
});

test.each([
  ['bank.url', { bank: { ...answers.bank, url: 'http://bank.example' } }, 'bank.url must begin with https'],
  ['bank.key', { bank: { ...answers.bank, key: 'two words' } }, 'bank.key must be one word'],
  [
    'bank.environment',
    { bank: { ...answers.bank, environment: 'a b' } },
    'bank.environment must be one word',
  ],
  ['temporal', { temporal: 'here' }, 'temporal: must name address'],
  [
    'temporal.address',
    { temporal: { ...answers.temporal, address: 'temporal.example:7233' } },
    'temporal.address is remote',
  ],
  [
    'database with a user',
    { database: 'postgres://me@localhost/records' },
    'database: must be an address without a user',
  ],
  ['database without a name', { database: 'postgres://localhost' }, 'database must name a database'],
  [
    'database without TLS',
    { database: 'postgres://db.example/records' },
    'database must end with ?sslmode=verify-full',
  ],
  ['desk', { desk: 'http://desk.example' }, 'desk must begin with https'],
  ['desk with a path', { desk: 'https://desk.example/app' }, 'desk: must be an address like'],
  ['provider.issuer', { provider: { issuer: 'ftp://x', clientId: 'desk' } }, 'provider.issuer must be'],
  ['people', { people: { 'supervisor-1': ['supervisor'] } }, 'people: must name 2 people or more'],
  ['a role', { people: { ...answers.people, other: ['boss'] } }, 'people.other.0: must be some of officer'],
  [
    'a second spelling of a person',
    { people: { ...answers.people, 'Approver-1': ['approver'] } },
    'people: must name each person once',
  ],
  [
    'a subject',
    { people: { ...answers.people, 'a b': ['officer'] } },
    'people.a b: must be the subject (sub)',
  ],
  ['an unknown field', { banks: {} }, 'unknown fields: banks'],
  [
    'an unknown variable',
    { variables: { WEBHOOK_SECRETS: 'x' } },
    'variables.WEBHOOK_SECRETS is read by no program',
  ],
  [
    'a variable that the answers make',
    { variables: { DATABASE_URL: 'x' } },
    'variables.DATABASE_URL must be left out: database says it',
  ],
  [
    'a variable that cannot be used',
    { variables: { STAMP_DUTY: 'bank' } },
    'variables.STAMP_DUTY must be sender or receiver',
  ],
])('a mistake in %s is refused by name, and nothing is written', async (_what, changed, sentence) => {
  const { code, err } = await install(changed, join(base, 'nothing'));
  expect(code).toBe(2);
  expect(JSON.parse(err).error.message).toContain(sentence);
  expect(existsSync(join(base, 'nothing'))).toBe(false);
});

test('answers that others can read are refused: they hold the keys of the bank', async () => {
  const path = join(base, 'open.json');
  writeFileSync(path, JSON.stringify(answers), { mode: 0o644 });
  expect(await type(`install ${path} ${folder}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('chmod 600'),
  });
});

test('the answers that docs/INSTALL.md shows can be used', () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(textOf('docs/INSTALL.md')) ?? [];
  const path = join(base, 'example.json');
  writeFileSync(path, example, { mode: 0o600 });
  const shown = readAnswers(path);
  const secrets = passwordsOf(base);
  const environments = Object.fromEntries(
    PROGRAMS.map((program) => [program, environmentOf(program, shown, base, secrets)]),
  ) as Parameters<typeof examine>[1];
  const missing = [
    ['webhooks', 'WEBHOOK_SECRET'],
    ['retention', 'RETENTION_DAYS'],
  ];
  expect(examine(shown, environments)).toEqual({ mistakes: [], missing });
});
