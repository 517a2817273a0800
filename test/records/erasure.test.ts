import { append, eraseDetails } from '../../src/records/audit/append';
import { entriesOf } from '../../src/records/audit/read';
import { verify } from '../../src/records/verify';
import { entry, newAuditKeys, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeEach(async () => {
  records = await testRecords();
  for (const caseId of ['loan:ERASED', 'loan:OTHER'])
    await append(records.pool, records.keys, { caseId, entries: [entry(1), entry(2)] });
});
afterEach(() => records.close());

const why = { reason: 'CUSTOMER_REQUEST', actor: 'officer-7', at: '2030-02-01T00:00:00.000Z' };
const erase = (pool = records.superuser, keys = records.keys) => eraseDetails(pool, keys, 'loan:ERASED', why);
const problems = async () => (await verify({ ...records, keys: records.publicKeys })).problems;
const details = async (caseId: string) =>
  (await entriesOf(records.pool, caseId)).flatMap(({ detail }) => detail ?? []);

test('erasing a case takes its details and their salts, leaves other cases, and the audit verifies', async () => {
  expect(await erase()).toBe(2);
  expect(await details('loan:ERASED')).toEqual([]);
  expect(await details('loan:OTHER')).toHaveLength(2);
  expect(await problems()).toEqual([]);
});

test('the erasure stands in the chain of the case: why, by whom and when', async () => {
  await erase();
  const entries = await entriesOf(records.pool, 'loan:ERASED');
  expect(entries).toHaveLength(3);
  expect(entries[2]).toMatchObject({
    kind: 'erasure',
    what: 'CUSTOMER_REQUEST',
    actor: 'officer-7',
    at: why.at,
  });
});

test('a case that was erased is erased once', async () => {
  await erase();
  expect(await erase()).toBe(0);
  expect(await entriesOf(records.pool, 'loan:ERASED')).toHaveLength(3);
});

test('a detail that goes without an erasure is a problem, and so is a detail that goes after it', async () => {
  await records.superuser.query(`DELETE FROM audit_detail WHERE case_id = 'loan:OTHER' AND sequence = 1`);
  await erase();
  await append(records.pool, records.keys, { caseId: 'loan:ERASED', entries: [entry(3)] });
  await records.superuser.query(`DELETE FROM audit_detail WHERE case_id = 'loan:ERASED'`);
  expect(await problems()).toEqual([
    expect.objectContaining({ caseId: 'loan:ERASED', sequence: 4 }),
    expect.objectContaining({ caseId: 'loan:OTHER', sequence: 1 }),
  ]);
});

test('an erasure that was noted without the key of the audit explains nothing', async () => {
  await erase(records.superuser, newAuditKeys());
  expect((await problems()).map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3]);
});

test("the program's role cannot erase, and nothing is noted", async () => {
  await expect(erase(records.pool)).rejects.toThrow('DATABASE_MIGRATION_URL');
  expect(await details('loan:ERASED')).toHaveLength(2);
  expect(await entriesOf(records.pool, 'loan:ERASED')).toHaveLength(2);
});
