import { setTimeout as sleep } from 'node:timers/promises';
import { entriesOf } from '../../../src/records/audit/read';
import { openRecords, type OpenRecords } from '../../../src/records/records';
import { acknowledging, testRecords, type TestRecords } from '../../support/records/database';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

let database: TestRecords;
let store: OpenRecords;
let isAway = false;
const environment = steering(undefined, undefined, async () => {
  database = await testRecords();
  store = openRecords(database.roles, database.keys);
  return {
    ...acknowledging,
    append: (given) => (isAway ? Promise.reject(new Error('the database is away')) : store.append(given)),
  };
});
afterAll(async () => {
  await store.close();
  await database.close();
});

test('nobody is shown a number of a loan before the audit has stored who asked', async () => {
  const loan = await environment.startLoan(loanFile({ bvn: '99999901781' }));
  await loan.untilAttention();
  isAway = true;
  const told = loan.tell('revealNumber', { number: 'bvn', actor: 'officer-7', role: 'officer' });
  expect(await Promise.race([told.then(() => 'shown'), sleep(2_000).then(() => 'waits')])).toBe('waits');
  isAway = false;
  await told;
  const entries = await entriesOf(database.pool, loan.handle.workflowId);
  expect(entries.map(({ what }) => what)).toContain('revealNumber');
});
