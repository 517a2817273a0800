import { payeesQuery } from '../../../src/domain/wire/messages';
import type { BatchFile } from '../../../src/domain/batch/input';
import {
  approveBatch as approve,
  committedIn,
  operator,
  startBatch,
} from '../../support/workflows/batch-steering';
import { batchFile, batchRows, rowTo, SOURCE } from '../../support/workflows/batch-sample';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';
import type { BatchResult } from '../../../src/domain/batch/stages';

const environment = steering();
const start = (file: BatchFile) => startBatch(environment, file);
const committed = (reference: string) => committedIn(environment, reference);

const mixed = () => {
  const rows = batchRows(8);
  rows[1] = { ...rows[1]!, accountName: 'ANOTHER PERSON' };
  rows[2] = rowTo(rows[2]!, '01');
  rows[4] = { ...rows[3]!, reference: rows[4]!.reference };
  return rows;
};

test('rows in question wait for people, who accept them or leave them out; the rest is paid', async () => {
  const rows = mixed();
  const batch = await start(batchFile(rows));
  const { attention, stage, facts } = await batch.untilAttention(1);
  expect(stage).toBe('REVIEW');
  expect(facts).toMatchObject({ accountsResolved: 6, accountsRefused: 1 });
  expect(attention?.cause).toBe(
    'row 2: the name in which the account is held does not fit; row 3: the account could not be resolved; ' +
      'row 5: the beneficiary and the amount are those of an earlier row',
  );
  expect(await batch.refusal('acceptRows', { ...operator, rows: '3', reason: 'OTHER' })).toContain(
    'row 3 can only be left out',
  );
  expect(await batch.refusal('acceptRows', { ...operator, rows: '1', reason: 'OTHER' })).toContain(
    'nothing to decide about row 1',
  );
  expect(await batch.refusal('excludeRows', { ...operator, rows: '9', reason: 'OTHER' })).toContain(
    'the rows 1-8',
  );
  expect(await batch.refusal('excludeRows', { ...operator, rows: 'x', reason: 'OTHER' })).toContain(
    'row numbers such as 3,7-9',
  );
  expect(await batch.refusal('excludeRows', { ...operator, rows: '1-8', reason: 'OTHER' })).toContain(
    'cancel the batch instead',
  );
  const note = 'Certificate seen';
  await batch.tell('acceptRows', { ...operator, rows: '2', reason: 'KNOWN_ALIAS', note });
  const payees = await batch.handle.query(payeesQuery, 0);
  expect(payees.find(({ row }) => row === 2)?.accepted).toMatchObject({ why: 'KNOWN_ALIAS', note });
  expect((await batch.snapshot()).attention?.cause).not.toContain('row 2');
  await batch.tell('excludeRows', { ...operator, rows: '3', reason: 'ACCOUNT_NOT_RESOLVED' });
  await batch.tell('excludeRows', { ...operator, rows: '5', reason: 'DUPLICATE' });
  await approve(batch, { actor: 'checker-2' });
  const result = await batch.result<BatchResult>();
  const { timeline, facts: ended } = await batch.snapshot();
  expect(ended.namesDiffer).toBe(1);
  expect(timeline.map(({ note }) => note)).toEqual(
    expect.arrayContaining([`KNOWN_ALIAS: ${note}`, 'DUPLICATE']),
  );
  expect(result.counts).toEqual({ SUCCESS: 6, EXCLUDED: 2 });
  expect(rows.map(({ reference }) => committed(reference))).toEqual([1, 1, 0, 1, 0, 1, 1, 1]);
  expect(result.totalKobo).toBe(
    rows.reduce((sum, { amountKobo }, index) => (index === 2 || index === 4 ? sum : sum + amountKobo), 0),
  );
});

test('rows in question are asked about once more on request', async () => {
  environment.parts().refusals.plan('resolveAccount', { status: 402, message: 'the bank does not answer' });
  const rows = batchRows(2, 'BANK-BACK').map((row, index) => ({
    ...rowTo(row, `${20 + index}`),
    amountKobo: 40_000,
  }));
  const batch = await start(batchFile(rows));
  const { attention } = await batch.untilAttention(1);
  expect(attention?.cause).toContain('row 1: the account could not be resolved');
  await batch.tell('retry', operator);
  await approve(batch);
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2 } });
});

test('a row is in question with the others to its account once the bank no longer tells the name', async () => {
  const rows = batchRows(3);
  rows[1] = { ...rows[0]!, reference: rows[1]!.reference, amountKobo: 50_000, accountName: 'ANOTHER PERSON' };
  const batch = await start(batchFile(rows));
  await batch.untilAttention(1);
  environment.parts().refusals.plan('resolveAccount', { status: 402, message: 'the bank does not answer' });
  await batch.tell('retry', operator);
  const { attention } = await batch.until(({ changes = 0, stage }) => changes > 0 && stage === 'REVIEW', 1);
  expect(attention?.cause).toBe('rows 1-2: the account could not be resolved');
  await batch.tell('excludeRows', { ...operator, rows: '2', reason: 'ACCOUNT_NOT_RESOLVED' });
  expect(await batch.refusal('excludeRows', { ...operator, rows: '2', reason: 'DUPLICATE' })).toContain(
    'row 2 is left out already',
  );
  await batch.tell('retry', operator);
  await approve(batch, { actor: 'checker-2' });
  const { timeline } = await batch.snapshot();
  expect(timeline.filter(({ what }) => what === 'Left out row 2')).toHaveLength(1);
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2, EXCLUDED: 1 } });
});

test('nobody pays rows whose holders the bank was asked about again since they looked', async () => {
  const rows = mixed().slice(0, 3);
  const batch = await start(batchFile(rows));
  const { changes: expectedChanges } = await batch.untilAttention(1);
  await batch.tell('retry', operator);
  await batch.until(({ changes = 0, stage }) => changes > (expectedChanges ?? 0) && stage === 'REVIEW', 1);
  const given = { ...operator, rows: '2', reason: 'KNOWN_ALIAS', expectedChanges };
  expect(await batch.refusal('acceptRows', given)).toContain('was given for other content');
  await batch.tell('cancel', { ...operator, reason: 'DUPLICATE' });
});

test('rows whose reference has a payout already are found before anything is sent', async () => {
  const rows = batchRows(3);
  const { reference, amountKobo, accountName, accountNumber } = rows[1]!;
  await environment.startPayout({ ...payoutFile(accountName, accountNumber, SOURCE), reference, amountKobo });
  const batch = await start(batchFile(rows));
  const { attention } = await batch.untilAttention(1);
  expect(attention?.cause).toBe('row 2: the reference has been used before');
  await batch.tell('cancel', { ...operator, reason: 'DUPLICATE' });
  expect(await batch.result<BatchResult>()).toMatchObject({ stage: 'CANCELLED', counts: { CANCELLED: 3 } });
  expect(committed(rows[0]!.reference)).toBe(0);
});

test('rows with the same payment twice are no question when the batch says that they are meant', async () => {
  const rows = batchRows(2);
  rows[1] = { ...rows[0]!, reference: rows[1]!.reference };
  const batch = await start(batchFile(rows, { allowDuplicates: true }));
  await approve(batch);
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2 } });
});
