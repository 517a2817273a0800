import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { append } from '../../src/records/audit/append';
import { entriesOf } from '../../src/records/audit/read';
import { createAuditKeys, readAuditKeys } from '../../src/records/key-files';
import { Program } from '../support/program';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
let env: Record<string, string>;
let store: string;
beforeAll(async () => {
  records = await testRecords();
  const folder = mkdtempSync(join(tmpdir(), 'retention-'));
  const { keyFile } = await createAuditKeys(join(folder, 'keys'));
  store = join(folder, 'documents');
  env = {
    ...{ DATABASE_URL: records.roles.url, DATABASE_MIGRATION_URL: records.roles.ownerUrl },
    ...{ AUDIT_KEY_FILE: keyFile, DOCUMENTS_DIR: store, RETENTION_DAYS: '30', LOG_LEVEL: 'error' },
  };
  const keys = await readAuditKeys(keyFile);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  for (const [loan, days] of [
    ['LN-OLD', 31],
    ['LN-YOUNG', 29],
  ] as const) {
    const ended = entry(1, { kind: 'result', at: daysAgo(days) });
    await append(records.pool, keys, { caseId: `loan:${loan}`, entries: [ended] });
    mkdirSync(join(store, loan), { recursive: true });
    writeFileSync(join(store, loan, 'passport.png'), 'x');
  }
});
afterAll(() => records.close());

const retention = (changed: Record<string, string> = {}) =>
  new Program('src/retention.ts', [], { ...env, ...changed });

test('the program says what it lacks, and does not start without it', async () => {
  const lacking: Record<string, Record<string, string>> = {
    'RETENTION_DAYS is missing': { RETENTION_DAYS: '' },
    'RETENTION_DAYS must be a whole number from 1 to 99999': { RETENTION_DAYS: '0' },
    '/nowhere cannot be read': { AUDIT_KEY_FILE: '/nowhere' },
    'The document store /nowhere is not there': { DOCUMENTS_DIR: '/nowhere' },
    'Only the owner of the tables may erase': { DATABASE_MIGRATION_URL: '' },
  };
  for (const [sentence, changed] of Object.entries(lacking))
    expect(await retention(changed).ended).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  expect(readdirSync(store)).toHaveLength(2);
}, 60_000);

test('the program erases what ended more than RETENTION_DAYS ago, and ends when it is asked to', async () => {
  const program = retention();
  while (readdirSync(store).length > 1) await sleep(50);
  expect(await program.terminate()).toMatchObject({ code: 0, err: expect.not.stringContaining('error') });
  expect(readdirSync(store)).toEqual(['LN-YOUNG']);
  const kinds = async (caseId: string) =>
    (await entriesOf(records.pool, caseId)).map(({ kind, detail }) => [kind, detail !== undefined]);
  expect(await kinds('loan:LN-OLD')).toEqual([
    ['result', false],
    ['erasure', false],
  ]);
  expect(await kinds('loan:LN-YOUNG')).toEqual([['result', true]]);
}, 60_000);
