import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { append } from '../../../src/records/audit/append';
import { writersKeysIn } from '../../../src/records/audit/keys';
import { ExportFile, signHeads } from '../../../src/records/checkpoints/signer';
import { connectRecords } from '../../../src/records/connection';
import { readSignerKey } from '../../../src/records/audit-key-files';
import { type } from '../../support/cli/terminal';
import { entry, newAuditKeys, newDatabase } from '../../support/records/database';

const VARIABLES = ['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'AUDIT_KEY_FILE', 'AUDIT_SIGNER_KEY_FILE'];
let folder: string;
let owner: ReturnType<typeof connectRecords>;

/** Keys, tables, two cases and a signed head, all made as a person makes them. Who types has public keys alone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  const { url, ownerUrl } = await newDatabase();
  const keys = join(folder, 'keys');
  expect((await type(`audit create-keys ${keys}`)).code).toBe(0);
  Object.assign(process.env, {
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: ownerUrl,
    AUDIT_KEY_FILE: join(keys, 'audit.public.key'),
    AUDIT_SIGNER_KEY_FILE: join(keys, 'audit-signer.public.jwk'),
  });
  expect((await type('audit migrate')).out).toContain('0001-audit.sql');
  owner = connectRecords(ownerUrl);
  const auditKeys = writersKeysIn(await readFile(join(keys, 'audit.key'), 'utf8'), 'audit.key');
  for (const caseId of ['payout:PY-1', 'payout:PY-2'])
    await append(owner, auditKeys, { caseId, entries: [entry(1), entry(2)] });
  const signer = await readSignerKey(join(keys, 'audit-signer.jwk'));
  await signHeads(owner, signer, await ExportFile.open(join(folder, 'heads')));
});
afterAll(async () => {
  for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
  await owner.end();
});

test('keys are readable for their owner alone, and never replaced', async () => {
  expect((await stat(join(folder, 'keys', 'audit.key'))).mode & 0o777).toBe(0o600);
  const { code, err } = await type(`audit create-keys ${join(folder, 'keys')}`);
  expect(code).toBe(2);
  expect(err).toContain('it exists already, and is left as it is');
});

test('audit show tells who did what, and why, of one case', async () => {
  const { code, out } = await type('audit show payout:PY-1');
  expect(code).toBe(0);
  expect(out).toMatch(
    /2 +2030-01-01T00:00:02.000Z +command approve +approver checker-1 +\{"reason":"AS_ORDERED"/,
  );
  expect((await type('audit show payout:PY-9')).code).toBe(1);
});

test('audit show tells of a row that no worker has written', async () => {
  await append(owner, newAuditKeys(), { caseId: 'payout:PY-3', entries: [entry(1)] });
  expect((await type('audit show payout:PY-3')).out).toContain('NOT WRITTEN BY A WORKER: command approve');
  await owner.query(
    `SET session_replication_role = replica; DELETE FROM audit_entry WHERE case_id = 'payout:PY-3';
     DELETE FROM audit_detail WHERE case_id = 'payout:PY-3'; RESET session_replication_role`,
  );
});

test('audit verify says what it relied on, with the public part of the signer key alone', async () => {
  expect(await type('audit verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining('relied on the database alone'),
  });
  const { code, out } = await type(`audit verify --head ${join(folder, 'heads')}`);
  expect(code).toBe(0);
  expect(out).toContain('relied on the database and an exported head');
  expect(out).toContain('Nothing was changed, and nothing is missing.');
});

test('audit export writes the signed heads that a file lacks, and says how many', async () => {
  const file = join(folder, 'another');
  expect((await type(`audit export --to ${file}`)).out).toContain('1 checkpoints were added');
  expect((await type(`audit export --to ${file}`)).out).toContain('0 checkpoints were added; the file has 1');
  expect(await readFile(file, 'utf8')).toBe(await readFile(join(folder, 'heads'), 'utf8'));
});

test('a case that was removed with all checkpoints shows only against the exported head, with exit code 1', async () => {
  await owner.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM audit_entry WHERE case_id = 'payout:PY-2'; DELETE FROM audit_detail WHERE case_id = 'payout:PY-2';
    DELETE FROM audit_checkpoint; COMMIT`);
  expect((await type('audit verify')).code).toBe(0);
  const { code, out, err } = await type(`audit verify --head ${join(folder, 'heads')}`);
  expect(code).toBe(1);
  expect(out).toContain('payout:PY-2: the case was removed');
  expect(err).toContain('2 problems');
});

test('a database that is away, a missing key and an empty head each end with a sentence', async () => {
  const { DATABASE_URL = '', AUDIT_KEY_FILE = '' } = process.env;
  process.env['DATABASE_URL'] = 'postgres://other:secret@127.0.0.1:1/records';
  const away = await type('audit show payout:PY-1');
  process.env['DATABASE_URL'] = DATABASE_URL;
  expect(away.code).toBe(3);
  expect(away.err).toContain('The database of the records cannot be reached');
  expect(away.err).not.toContain('secret');
  process.env['AUDIT_KEY_FILE'] = join(folder, 'nowhere');
  expect(await type('audit verify')).toMatchObject({
    code: 2,
    err: expect.stringContaining('it does not exist'),
  });
  process.env['AUDIT_KEY_FILE'] = AUDIT_KEY_FILE;
  await writeFile(join(folder, 'empty'), '');
  for (const lost of ['empty', 'none'])
    expect(await type(`audit verify --head ${join(folder, lost)}`)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is missing or empty: restore it from its copy; .*docs\/AUDIT\.md/),
    });
});
