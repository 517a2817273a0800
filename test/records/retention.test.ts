import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casesWithFolder, removeDocumentsOf, removeUploads } from '../../src/activities/documents/store';
import { append, eraseDetails } from '../../src/records/audit/append';
import { entriesOf } from '../../src/records/audit/read';
import { eraseEnded, removeOrphans } from '../../src/records/retention';
import { verify } from '../../src/records/verify';
import { entry, testRecords, type TestRecords } from '../support/records/database';

const OLD = '2020-01-01T00:00:00.000Z';
const BEFORE = '2025-01-01T00:00:00.000Z';
const YOUNG = '2025-06-01T00:00:00.000Z';

let records: TestRecords;
let store: string;
beforeEach(async () => {
  records = await testRecords();
  store = mkdtempSync(join(tmpdir(), 'retention-'));
});
afterEach(() => records.close());

const documents = {
  list: () => casesWithFolder(store),
  remove: (reference: string) => removeDocumentsOf(store, reference),
  removeUploads: (reference: string, before: Date) => removeUploads(store, reference, before),
};
const erase = (changed: object = {}) =>
  eraseEnded({ owner: records.superuser, keys: records.keys, documents, ...changed }, BEFORE);

let number = 0;
const add = (caseId: string, kind: string, at: string) =>
  append(records.pool, records.keys, { caseId, entries: [entry(++number, { kind, at })] });

/** A case that began, took a command and perhaps ended, each at its instant; a loan with a document of its own. */
async function live(caseId: string, began: string, ended?: string): Promise<void> {
  await add(caseId, 'start', began);
  await add(caseId, 'command', began);
  if (ended !== undefined) await add(caseId, 'result', ended);
  if (!caseId.startsWith('loan:')) return;
  mkdirSync(folderOf(caseId));
  writeFileSync(join(folderOf(caseId), 'passport.png'), caseId);
}
const folderOf = (caseId: string) => join(store, caseId.replace('loan:', ''));

const details = async (caseId: string) =>
  (await entriesOf(records.pool, caseId)).filter(({ detail }) => detail !== undefined).length;
const problems = async () => (await verify(records)).problems;

test('details and documents of a case that ended long enough ago go, an entry says so, and the audit verifies', async () => {
  await live('loan:OLD', OLD, OLD);
  await live('payout:OLD', OLD, OLD);
  expect(await erase()).toEqual({ cases: 2, details: 6, documents: 1, left: [] });
  expect([await details('loan:OLD'), await details('payout:OLD')]).toEqual([0, 0]);
  expect(existsSync(folderOf('loan:OLD'))).toBe(false);
  expect((await entriesOf(records.pool, 'loan:OLD')).at(-1)).toMatchObject({
    ...{ kind: 'erasure', what: 'RETENTION_ENDED', actor: 'retention' },
  });
  expect(await problems()).toEqual([]);
});

test('a case that was erased is erased once, and a loan without details loses its documents', async () => {
  await live('loan:OLD', OLD, OLD);
  await eraseDetails(records.superuser, records.keys, 'loan:OLD', {
    ...{ reason: 'CUSTOMER_REQUEST', actor: 'officer-7', at: YOUNG },
  });
  expect(await erase()).toEqual({ cases: 1, details: 0, documents: 1, left: [] });
  expect(await erase()).toEqual({ cases: 0, details: 0, documents: 0, left: [] });
  expect(await entriesOf(records.pool, 'loan:OLD')).toHaveLength(4);
});

test('what is open, ended lately or was opened again stays, however old it is', async () => {
  await live('loan:OPEN', OLD);
  await live('loan:YOUNG', OLD, YOUNG);
  await live('loan:AGAIN', OLD, OLD);
  await add('loan:AGAIN', 'start', OLD);
  await live('loan:STEERED', OLD, OLD);
  await add('loan:STEERED', 'command', OLD);
  mkdirSync(folderOf('loan:UNKNOWN'));
  expect(await erase()).toEqual({ cases: 0, details: 0, documents: 0, left: [] });
  for (const loan of ['loan:OPEN', 'loan:YOUNG', 'loan:AGAIN', 'loan:STEERED'])
    expect([await details(loan), existsSync(folderOf(loan))]).toEqual([expect.any(Number), true]);
  expect(existsSync(folderOf('loan:UNKNOWN'))).toBe(true);
  expect(await details('loan:OPEN')).toBe(2);
});

test('refusals that are counted after the end do not keep a case', async () => {
  await live('payout:OLD', OLD, OLD);
  await add('payout:OLD', 'refusals', OLD);
  expect(await erase()).toMatchObject({ cases: 1, details: 4 });
});

test('a case that an attacker has tampered with stays as evidence: a missing detail, an end that was made up', async () => {
  await live('loan:ROBBED', OLD, OLD);
  await records.superuser.query(`DELETE FROM audit_detail WHERE case_id = 'loan:ROBBED' AND sequence = 2`);
  await live('loan:ENDED', OLD);
  await records.superuser.query(
    `INSERT INTO audit_entry SELECT case_id, 3, nextval('audit_position'), 'made up', at, 'result', what, actor, role,
     request_id, act, detail_digest, key_id, hash, 'x', signature, digest, policy_digest
     FROM audit_entry WHERE case_id = 'loan:ENDED' AND sequence = 2`,
  );
  const { cases, left } = await erase();
  expect(cases).toBe(0);
  expect(left).toEqual(
    ['loan:ENDED', 'loan:ROBBED'].map((caseId) => ({ caseId, why: expect.stringContaining('evidence') })),
  );
  expect([await details('loan:ROBBED'), await details('loan:ENDED')]).toEqual([2, 2]);
  expect(existsSync(folderOf('loan:ROBBED'))).toBe(true);
});

test('a case that goes on while it is looked at is not erased', async () => {
  await live('payout:OLD', OLD, OLD);
  const erasure = { reason: 'RETENTION_ENDED', actor: 'retention', at: YOUNG, after: 2 };
  await expect(eraseDetails(records.superuser, records.keys, 'payout:OLD', erasure)).rejects.toThrow(
    'has gone on',
  );
  expect(await entriesOf(records.pool, 'payout:OLD')).toHaveLength(3);
  expect(await details('payout:OLD')).toBe(3);
});

test('documents that cannot be removed keep no other case, are tried again, and no message names them', async () => {
  await live('loan:FIRST', OLD, OLD);
  await live('loan:SECOND', OLD, OLD);
  const failing = async (reference: string) =>
    reference === 'FIRST'
      ? readdirSync(join(folderOf('loan:FIRST'), 'passport.png')).length
      : documents.remove(reference);
  const failed = await erase({ documents: { ...documents, remove: failing } });
  expect(failed).toMatchObject({ cases: 1, documents: 1, left: [{ caseId: 'loan:FIRST' }] });
  expect(JSON.stringify(failed)).not.toContain('passport');
  expect(await erase()).toMatchObject({ cases: 1, documents: 1, left: [] });
});

test("the program's role erases nothing", async () => {
  await live('payout:OLD', OLD, OLD);
  expect(await erase({ owner: records.pool })).toMatchObject({
    ...{ cases: 0, left: [{ why: expect.stringContaining('DATABASE_MIGRATION_URL') }] },
  });
  expect(await details('payout:OLD')).toBe(3);
});

/** A file in the folder of a loan, as old as this instant. */
function file(loan: string, name: string, at: string): void {
  mkdirSync(join(store, loan), { recursive: true });
  writeFileSync(join(store, loan, name), 'x');
  utimesSync(join(store, loan, name), new Date(at), new Date(at));
}
const UPLOAD = `${'ab'.repeat(32)}.pdf.sealed`;

test('what the desk has taken for a loan that never began goes after some days; what is younger, of a loan, or of another origin stays', async () => {
  await live('loan:BEGUN', OLD);
  file('BEGUN', UPLOAD, OLD);
  file('NEVER', UPLOAD, OLD);
  file('MIXED', UPLOAD, OLD);
  file('MIXED', 'passport.png', OLD);
  file('MIXED', `${'cd'.repeat(32)}.jpg`, YOUNG);
  expect(await removeOrphans({ owner: records.superuser, documents }, new Date(BEFORE))).toBe(2);
  expect(readdirSync(store).sort()).toEqual(['BEGUN', 'MIXED']);
  expect(readdirSync(join(store, 'BEGUN'))).toContain(UPLOAD);
  expect(readdirSync(join(store, 'MIXED')).sort()).toEqual([`${'cd'.repeat(32)}.jpg`, 'passport.png']);
});
