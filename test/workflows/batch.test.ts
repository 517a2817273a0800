import type { BatchFile } from '../../src/input/batch-input';
import type { BatchResult } from '../../src/workflows/results';
import type { RowResult } from '../../src/domain/batch-register';
import type { BatchRow } from '../../src/domain/batch-rows';
import { batchFile, batchRows, rowTo, SOURCE } from './batch-sample';
import { payoutFile } from './sample';
import { steering, type Steered } from './steering';

const theatre = steering();
const operator = { role: 'operator', actor: 'checker-1' };

const start = (file: BatchFile) => theatre.start('payoutBatchWorkflow', `batch:${file.reference}`, file);
const committed = (reference: string) =>
  theatre.world.committed.list({ effect: 'payout-committed', key: reference }).length;

const callsOf = async (operation: string): Promise<number> => {
  const calls = (await theatre.life().calls()) as unknown as Record<string, { calls: number } | undefined>;
  return calls[operation]?.calls ?? 0;
};

async function approve(batch: Steered, more: object = {}) {
  const { facts } = await batch.until(
    ({ facts, stage }) => stage === 'APPROVAL' && facts.digest !== undefined,
    1,
  );
  return batch.tell('approve', { ...operator, expectedDigest: facts.digest, ...more });
}

/** How many rows have which status now, by the batch and its first slice. */
async function standing(file: BatchFile): Promise<Record<string, number>> {
  const rows = await theatre.found(`batch:${file.reference}:slice-1`).handle.query<RowResult[]>('rows');
  return countsOf(rows);
}

const countsOf = (rows: readonly RowResult[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('a batch is checked, approved as a whole and paid, each row once', async () => {
  const rows = batchRows(30);
  rows[3] = rowTo(rows[3]!, '04');
  const batch = await start(batchFile(rows, { concurrency: 7 }));
  await approve(batch);
  const result = await batch.result<BatchResult>();
  expect(result).toMatchObject({ stage: 'DONE', counts: { SUCCESS: 29, FAILED: 1 } });
  expect(result.rows[3]).toMatchObject({ row: 4, status: 'FAILED', reason: expect.any(String) });
  for (const { reference } of rows) expect(committed(reference)).toBe(1);
  expect((await batch.file()).facts).toMatchObject({ rowsSuccess: 29, rowsFailed: 1, rowsStarted: 0 });
});

test('one beneficiary of many rows is resolved once, and no payout resolves it again', async () => {
  const [first] = batchRows(1) as [BatchRow];
  const rows = batchRows(10).map((row, index) => ({
    ...rowTo(first, '77'),
    reference: row.reference,
    amountKobo: 30_000 + index,
  }));
  const before = await callsOf('resolveAccount');
  const batch = await start(batchFile(rows));
  await approve(batch);
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 10 } });
  expect((await callsOf('resolveAccount')) - before).toBe(1);
});

describe('rows in question', () => {
  const mixed = () => {
    const rows = batchRows(8);
    rows[1] = { ...rows[1]!, accountName: 'SOMEBODY DIFFERENT' };
    rows[2] = rowTo(rows[2]!, '01');
    rows[4] = { ...rows[3]!, reference: rows[4]!.reference };
    return rows;
  };

  test('wait for people, who accept them or leave them out; the rest is paid', async () => {
    const rows = mixed();
    const batch = await start(batchFile(rows));
    const { attention, stage } = await batch.untilAttention(1);
    expect(stage).toBe('REVIEW');
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
    await batch.tell('acceptRows', { ...operator, rows: '2', reason: 'KNOWN_ALIAS' });
    expect((await batch.file()).attention?.cause).not.toContain('row 2');
    await batch.tell('excludeRows', { ...operator, rows: '3,5', reason: 'DUPLICATE' });
    await approve(batch, { actor: 'checker-2' });
    const result = await batch.result<BatchResult>();
    expect(result.counts).toEqual({ SUCCESS: 6, EXCLUDED: 2 });
    expect(rows.map(({ reference }) => committed(reference))).toEqual([1, 1, 0, 1, 0, 1, 1, 1]);
    expect(result.totalKobo).toBe(
      rows.reduce((sum, { amountKobo }, index) => (index === 2 || index === 4 ? sum : sum + amountKobo), 0),
    );
  });

  test('are asked about once more on request', async () => {
    theatre.life().refusals.plan('resolveAccount', { status: 402, message: 'the bank does not answer' });
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

  test('whose reference has a payout already are found before anything is sent', async () => {
    const rows = batchRows(3);
    const { reference, amountKobo, accountName, accountNumber } = rows[1]!;
    await theatre.startPayout({ ...payoutFile(accountName, accountNumber, SOURCE), reference, amountKobo });
    const batch = await start(batchFile(rows));
    const { attention } = await batch.untilAttention(1);
    expect(attention?.cause).toBe('row 2: the reference has been used before');
    await batch.tell('cancel', { ...operator, reason: 'DUPLICATE' });
    expect(await batch.result<BatchResult>()).toMatchObject({ stage: 'CANCELLED', counts: { CANCELLED: 3 } });
    expect(committed(rows[0]!.reference)).toBe(0);
  });

  test('with the same payment twice are no question when the batch says that they are meant', async () => {
    const rows = batchRows(2);
    rows[1] = { ...rows[0]!, reference: rows[1]!.reference };
    const batch = await start(batchFile(rows, { allowDuplicates: true }));
    await approve(batch);
    expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2 } });
  });
});

describe('the approval', () => {
  const untilFrozen = async (batch: Steered) => {
    const { facts } = await batch.until(({ facts }) => facts.digest !== undefined, 1);
    return String(facts.digest);
  };

  test('is refused to the creator, to another digest, and to somebody who left rows out', async () => {
    const batch = await start(batchFile(batchRows(3)));
    const expectedDigest = await untilFrozen(batch);
    expect(await batch.refusal('approve', { ...operator, actor: 'maker-1', expectedDigest })).toContain(
      'cannot approve it',
    );
    expect(await batch.refusal('approve', { ...operator, expectedDigest: '0'.repeat(64) })).toContain(
      'look again',
    );
    await batch.tell('excludeRows', { ...operator, rows: '2', reason: 'OTHER' });
    const { facts } = await batch.until(({ facts }) => facts.digest !== expectedDigest, 1);
    expect(await batch.refusal('approve', { ...operator, actor: 'checker-2', expectedDigest })).toContain(
      'look again',
    );
    expect(await batch.refusal('approve', { ...operator, expectedDigest: facts.digest })).toContain(
      'changed it cannot approve',
    );
    await batch.tell('approve', { role: 'approver', actor: 'checker-2', expectedDigest: facts.digest });
    expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2, EXCLUDED: 1 } });
  });

  test('can be refused for the whole batch; nothing is sent then', async () => {
    const rows = batchRows(3);
    const batch = await start(batchFile(rows));
    await untilFrozen(batch);
    await batch.tell('reject', { ...operator, reason: 'NOT_EXPECTED' });
    expect(await batch.result<BatchResult>()).toMatchObject({
      stage: 'REJECTED',
      reason: 'NOT_EXPECTED',
      counts: { CANCELLED: 3 },
    });
    for (const { reference } of rows) expect(committed(reference)).toBe(0);
  });
});

describe('while it pays', () => {
  test('never more payouts are on their way than it has places; paused, none is added; resumed, it goes on', async () => {
    const rows = batchRows(12).map((row) => ({ ...rowTo(row, '09'), amountKobo: row.amountKobo }));
    const file = batchFile(rows, { concurrency: 3 });
    const batch = await start(file);
    await approve(batch);
    await batch.untilStage('PAYING', 1);
    await theatre.sleep(1);
    expect(await standing(file)).toEqual({ STARTED: 3, READY: 9 });
    await batch.tell('pause', operator);
    expect(await batch.refusal('pause', operator)).toContain('paused already');
    await theatre.sleep(120);
    expect(await standing(file)).toEqual({ FAILED: 3, READY: 9 });
    await batch.tell('resume', operator);
    expect(await batch.result<BatchResult>()).toMatchObject({ stage: 'DONE', counts: { FAILED: 12 } });
  });

  test('payouts that take long do not keep the others waiting', async () => {
    const rows = batchRows(6).map((row, index) => (index < 3 ? rowTo(row, '05') : row));
    const file = batchFile(rows, { concurrency: 2, allowDuplicates: true });
    const batch = await start(file);
    await approve(batch);
    await theatre.sleep(60);
    expect(await standing(file)).toEqual({ STARTED: 3, SUCCESS: 3 });
    expect((await batch.file()).attention?.cause).toContain('needs a person: rows 1-3; payout attention');
    expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 6 } });
  });

  test('the rest can be cancelled; what is on its way gets its result', async () => {
    const rows = batchRows(10).map((row) => ({ ...rowTo(row, '05'), amountKobo: row.amountKobo }));
    const file = batchFile(rows, { concurrency: 2 });
    const batch = await start(file);
    await approve(batch);
    await batch.untilStage('PAYING', 1);
    await theatre.sleep(1);
    await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
    const result = await batch.result<BatchResult>();
    expect(result).toMatchObject({ stage: 'CANCELLED', counts: { SUCCESS: 2, CANCELLED: 8 } });
    for (const { reference, status } of result.rows)
      expect(committed(reference)).toBe(status === 'SUCCESS' ? 1 : 0);
  });
});

test('an input that makes no sense fails at once, with every problem by its row', async () => {
  const rows = batchRows(2);
  const batch = await start(batchFile([rows[0]!, { ...rows[1]!, amountKobo: 1.5 }, rows[0]!]));
  await expect(batch.handle.result()).rejects.toMatchObject({
    cause: {
      message: expect.stringMatching(
        /row 2: amountKobo must be .*; row 3: reference is the same as in row 1/,
      ),
    },
  });
});
