import { connectRecords, inTransaction, UnreachableRecordsError } from '../../src/records/connection';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const LOCK = 'SELECT pg_advisory_xact_lock(1)';

test('a process that is stopped in a transaction keeps the others waiting for a moment only, and its transaction is taken back', async () => {
  const stopped = connectRecords(records.roles.url, 500);
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  let hasLocked = () => {};
  const locked = new Promise<void>((resolve) => (hasLocked = resolve));
  const held = inTransaction(stopped, async (client) => {
    await client.query(LOCK);
    hasLocked();
    await asleep;
  });
  await locked;
  await inTransaction(records.pool, (client) => client.query(LOCK));
  wake();
  await expect(held).rejects.toThrow();
  await stopped.end();
});

test.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'a database whose certificate is not accepted (%s) is told with the setting, and no other failure is',
  (code) => {
    const because = (of: string) =>
      new UnreachableRecordsError(Object.assign(new Error('why'), { code: of }));
    expect(because(code).message).toMatch(
      /\(\w+: why\)\. Its certificate is not accepted: .* sslrootcert=FILE/,
    );
    expect(because('ECONNREFUSED').message).not.toContain('certificate');
  },
);
