import { append } from '../../src/records/audit/append';
import type { MoneyEffect } from '../../src/records/effects/effect';
import { moneyEffects } from '../../src/records/effects/money-effects';
import { verify } from '../../src/records/verify';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeEach(async () => (records = await testRecords()));
afterEach(() => records.close());

const CASE = 'payout:PO-1';
const sent: MoneyEffect = {
  ...{ reference: 'PO-1', kind: 'payout', digest: 'd', runId: 'run-1', account: '9000000001' },
  ...{ day: '2030-01-01', amountKobo: 1_000 },
};

/** What a case writes down, as "kind what"; a start with the act that began it. */
async function written(...told: string[]): Promise<void> {
  const entries = told.map((one, index) => {
    const [kind = '', what = '', act] = one.split(' ');
    return entry(index, { kind, what, ...(act !== undefined && { act }) });
  });
  await append(records.pool, records.keys, { caseId: CASE, entries });
}

const problems = async () =>
  (await verify({ ...records, keys: records.publicKeys })).problems.map(({ problem }) => problem);

test.each([
  ['cancel', 'result SUCCESS'],
  ['reject', 'stage SUBMITTING'],
  ['hold', 'result SUCCESS'],
])('verify names a case that went on to send after %s', async (veto, send) => {
  await written('start payoutWorkflow a.b.c', `command ${veto}`, send);
  expect(await problems()).toEqual([
    `the case went on to send, although a person had said no by ${veto} in entry 2`,
  ]);
});

test('verify takes no offence at what was released, at a proposal, and at a case that was begun anew', async () => {
  await written(
    ...[
      'start payoutWorkflow a.b.c',
      'command hold',
      'command release',
      'proposal cancel',
      'stage SUBMITTING',
    ],
    ...[
      'command cancel',
      'result CANCELLED',
      'start payoutWorkflow d.e.f',
      'stage SUBMITTING',
      'result SUCCESS',
    ],
  );
  expect(await problems()).toEqual([]);
});

test('verify names a send of which the fence knows otherwise than its case', async () => {
  const fence = moneyEffects(records.pool, records.keys);
  await fence.admit(sent, {});
  await fence.settle(sent, { what: 'took', amountKobo: 1_000 });
  await written('start payoutWorkflow a.b.c', 'result CANCELLED');
  expect(await problems()).toEqual(['the case says that nothing was sent, the fence that the bank took it']);
});

test('verify names a payment of which the bank took nothing by the fence, and a row that no worker has written', async () => {
  const fence = moneyEffects(records.pool, records.keys);
  await fence.admit(sent, {});
  await fence.settle(sent, { what: 'unsent', amountKobo: 0 });
  await written('start payoutWorkflow a.b.c', 'result SUCCESS');
  await records.pool.query(
    `INSERT INTO money_effect SELECT (jsonb_populate_record(e, '{"sequence": 3, "state": "took"}')).*
     FROM money_effect e WHERE sequence = 2`,
  );
  expect(await problems()).toEqual([
    'the case says that it was paid, the fence that the bank took nothing of it',
    'row 3 of PO-1 in the fence was written by no worker',
  ]);
});
