import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { likelyProgram } from '../../src/cli/doctor/doctor';
import { createAuditKeys, readSignerKey } from '../../src/records/audit-key-files';
import { connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import { signed, signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import { type } from '../support/cli/terminal';
import { append } from '../../src/records/audit/append';
import { entry, newAuditKeys, newDatabase, newSignerKey } from '../support/records/database';

const folder = mkdtempSync(join(tmpdir(), 'doctor-of-signer-'));
const before = process.env;
beforeAll(async () => {
  const { signerKeyFile } = await createAuditKeys(folder);
  process.env = {
    ...before,
    AUDIT_SIGNER_KEY_FILE: signerKeyFile,
    AUDIT_EXPORT_FILE: join(folder, 'heads.txt'),
  };
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

const ownKey = () => readSignerKey(process.env.AUDIT_SIGNER_KEY_FILE!);

async function examine(url: string) {
  process.env.DATABASE_URL = url;
  const { code, out } = await type('doctor --for audit-signer --json');
  const findings = JSON.parse(out) as {
    readonly what: string;
    readonly verdict: string;
    readonly found: string;
  }[];
  return { code, findings, wrong: findings.filter(({ verdict }) => verdict === 'wrong') };
}

test('the migrations that the database lacks are named', async () => {
  expect(await examine((await newDatabase()).url)).toMatchObject({
    code: 1,
    wrong: [
      {
        what: 'Records',
        found: expect.stringMatching(/not applied: 0001-/),
        todo: expect.stringContaining('audit migrate'),
      },
    ],
  });
});

test('the signer of the audit is healthy by a role that knows of no worker', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  await owner.query(`REVOKE ALL ON bank_keeper FROM "${new URL(roles.url).username}"`);
  await owner.end();
  expect(await examine(roles.url)).toMatchObject({ code: 0, wrong: [] });
});

test('a right that was taken from the role of a program is told, with its table', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  await owner.query(`REVOKE INSERT ON audit_checkpoint FROM "${new URL(roles.url).username}"`);
  await owner.end();
  expect(await examine(roles.url)).toMatchObject({
    code: 1,
    wrong: [
      {
        what: 'Records',
        found: expect.stringMatching(/the role of DATABASE_URL lacks INSERT on audit_checkpoint$/),
        todo: expect.stringContaining('audit migrate'),
      },
    ],
  });
});

test('a signer with another key than the last checkpoint was signed with is told so, and a desk by its public part', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  const checkpoint = { number: 1, at: '2030-01-01T00:00:00.000Z', previous: '', position: 1, heads: [] };
  const sign = async (key: string) =>
    owner.query('INSERT INTO audit_checkpoint (number, signed) VALUES ($1, $2)', [
      checkpoint.number,
      await signed(checkpoint, await signerKeyIn(key, 'other.jwk')),
    ]);
  await sign(readFileSync(process.env.AUDIT_SIGNER_KEY_FILE!, 'utf8'));
  expect(await examine(roles.url)).toMatchObject({ code: 0, wrong: [] });
  checkpoint.number = 2;
  await sign(newSignerKey());
  await owner.end();
  expect(await examine(roles.url)).toMatchObject({
    code: 1,
    wrong: [{ what: 'Checkpoints', found: 'Checkpoint 2 was not made by the signer' }],
  });
});

test('the age of the last checkpoint is told, and an entry that has waited for one for more than five minutes is wrong', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const write = (number: number, at: string) =>
    append(owner, newAuditKeys(), { caseId: `payout:${number}`, entries: [entry(number, { at })] });
  const sign = async (number: number, position: number, at: string) => {
    const text = await signed({ number, at, previous: '', position, heads: [] }, await ownKey());
    await owner.query('INSERT INTO audit_checkpoint (number, signed) VALUES ($1, $2)', [number, text]);
    writeFileSync(process.env.AUDIT_EXPORT_FILE!, `${text}\n`);
  };
  const found = async () => {
    const { code, findings } = await examine(roles.url);
    return [code, findings.find(({ what }) => what === 'Checkpoints')?.found];
  };
  await write(1, minutesAgo(4));
  expect(await found()).toEqual([
    0,
    'nobody has signed one yet; the oldest entry that waits for the next is 4 minutes old',
  ]);
  await sign(1, 1, minutesAgo(180));
  expect(await found()).toEqual([
    0,
    'number 1 is the last; this key signed it, and it is 3 hours old; no entry waits for the next',
  ]);
  await write(2, minutesAgo(20));
  expect(await examine(roles.url)).toMatchObject({
    code: 1,
    wrong: [
      {
        what: 'Checkpoints',
        found:
          'number 1 is the last; this key signed it, and it is 3 hours old; the oldest entry that waits for the next is 20 minutes old',
        todo: expect.stringMatching(/^start the signer/),
      },
    ],
  });
  await sign(2, 2, minutesAgo(0));
  expect(await found()).toEqual([
    0,
    expect.stringMatching(
      /^number 2 is the last; this key signed it, and it is \d+ seconds old; no entry waits for the next$/,
    ),
  ]);
  await owner.end();
  rmSync(process.env.AUDIT_EXPORT_FILE!);
});

test('a lost file of checkpoints is wrong, and a shorter one, but not one whose last checkpoints are new', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  const key = await ownKey();
  const lines: string[] = [];
  for (const [place, minutes] of [60, 30, 0].entries()) {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    lines.push(await signed({ number: place + 1, at, previous: '', position: 1, heads: [] }, key));
    await owner.query('INSERT INTO audit_checkpoint (number, signed) VALUES ($1, $2)', [
      place + 1,
      lines.at(-1),
    ]);
  }
  await owner.end();
  const file = process.env.AUDIT_EXPORT_FILE!;
  const lost = {
    what: 'Export',
    found: `${file} is missing or empty, and the database holds 3 checkpoints`,
    todo: expect.stringMatching(/^restore it from its copy; .*docs\/AUDIT\.md, What to do/),
  };
  expect(await examine(roles.url)).toMatchObject({ code: 1, wrong: [lost] });
  writeFileSync(file, '');
  expect(await examine(roles.url)).toMatchObject({ code: 1, wrong: [lost] });
  writeFileSync(file, `${lines[0]}\n`);
  const shorter = `${file} lacks 2 of the 3 checkpoints that the database holds`;
  expect(await examine(roles.url)).toMatchObject({ code: 1, wrong: [{ what: 'Export', found: shorter }] });
  writeFileSync(file, `${lines[0]}\n${lines[1]}\n`);
  expect(await examine(roles.url)).toMatchObject({ code: 0, wrong: [] });
  rmSync(file);
});

test.each([
  ['worker', { SERVICE_BASE_URL: 'x', STARTER_KEY: 'x' }],
  ['audit-signer', { AUDIT_EXPORT_FILE: 'x' }],
  ['webhooks', { WEBHOOK_SECRET: 'x' }],
  ['desk', { DESK_NAMES_KEY_FILE: 'x', AUDIT_KEY_FILE: 'x' }],
  ['person', { AUTHORITY_KEYS: 'x', WEBHOOK_SECRET: '' }],
  ['worker', {}],
])('without --for the doctor takes the %s whose variables are set', (program, environment) => {
  expect(likelyProgram(environment)).toBe(program);
});
