import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { append } from '../../src/records/audit/append';
import { entriesOf } from '../../src/records/audit/read';
import { createAuditKeys, readWritersAuditKeys } from '../../src/records/audit-key-files';
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
  const keys = readWritersAuditKeys(keyFile);
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

test('the program does not start with a role that may not erase, and says so', async () => {
  expect(await retention({ DATABASE_MIGRATION_URL: '' }).ended).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('Only the owner of the tables may erase') },
  });
  expect(readdirSync(store)).toHaveLength(2);
}, 300_000);

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
}, 300_000);
