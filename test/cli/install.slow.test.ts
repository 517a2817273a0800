import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ANY_PERSON, readRingFile } from '../../src/authority/key-ring';
import { newKeyPair } from '../../src/authority/person-key';
import { programs, readConfig } from '../../src/config/read-config';
import { readAnswers } from '../../src/cli/install/answers';
import { environmentsOf, examine } from '../../src/cli/install/environment';
import { passwordsOf } from '../../src/cli/install/keys';
import { answers, at, base, contents, folder, install, removeAll } from '../support/cli/installing';
import { type } from '../support/cli/terminal';
import { textOf } from '../support/docs/pages';

afterAll(removeAll);

test('from one file of answers each program that can start gets an environment that its own reader takes', async () => {
  const { code, err, findings } = await install();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`^Making the keys of a new installation in ${folder}\\.`));
  expect(err).toContain('Left to do: Database, Temporal, Login provider, People, Authority. Run this again');
  const read = (program: keyof typeof programs) =>
    readConfig(programs[program], parseEnv(readFileSync(at(`${program}.env`), 'utf8')));
  for (const program of ['worker', 'desk', 'codec', 'audit-signer'] as const)
    expect(() => read(program)).not.toThrow();
  expect(findings.filter(({ what }) => what === 'Settings').map(({ found }) => found)).toEqual([
    'webhooks lacks WEBHOOK_SECRET',
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
  const { findings, err } = await install();
  expect(contents()).toEqual(before);
  expect(err).not.toContain('Making');
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
      todo: expect.stringMatching(
        /take them out of the answers.*keys request approver-1 --roles approver --out approver-1\.new\.key\.json/,
      ),
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

test('the answers that docs/INSTALL.md shows can be used', async () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(textOf('docs/INSTALL.md')) ?? [];
  const path = join(base, 'example.json');
  writeFileSync(path, example, { mode: 0o600 });
  const shown = await readAnswers(path);
  const secrets = passwordsOf(base);
  const environments = environmentsOf(shown, base, secrets);
  const missing = [['webhooks', 'WEBHOOK_SECRET']];
  expect(examine(shown, environments)).toEqual({ mistakes: [], missing });
});
