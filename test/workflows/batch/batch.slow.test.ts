import type { BatchFile } from '../../../src/domain/batch/input';
import type { BatchRow } from '../../../src/domain/batch/rows';
import {
  approveBatch as approve,
  committedIn,
  operator,
  startBatch,
} from '../../support/workflows/batch-steering';
import { batchFile, batchRows, rowTo } from '../../support/workflows/batch-sample';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { steering, type Steered } from '../../support/workflows/steering';
import type { BatchResult } from '../../../src/domain/batch/stages';

const environment = steering();
const start = (file: BatchFile) => startBatch(environment, file);
const committed = (reference: string) => committedIn(environment, reference);

const callsOf = async (operation: string): Promise<number> => {
  const calls = (await environment.parts().calls()) as unknown as Record<
    string,
    { calls: number } | undefined
  >;
  return calls[operation]?.calls ?? 0;
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
  expect((await batch.snapshot()).facts).toMatchObject({ rowsSuccess: 29, rowsFailed: 1, rowsStarted: 0 });
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

const untilFrozen = async (batch: Steered) => {
  const { facts } = await batch.until(({ facts }) => facts.digest !== undefined, 1);
  return String(facts.digest);
};

test('the approval of a batch is refused to the creator, to another digest, and to a person who left rows out', async () => {
  const batch = await start(batchFile(batchRows(3)));
  const expectedDigest = await untilFrozen(batch);
  expect(await batch.refusal('approve', { ...operator, actor: 'maker-1', expectedDigest })).toContain(
    'made or changed this',
  );
  expect(await batch.refusal('approve', { ...operator, expectedDigest: '0'.repeat(64) })).toContain(
    'look again',
  );
  await batch.tell('excludeRows', { ...operator, rows: '2', reason: 'OTHER' });
  const { facts } = await batch.until(({ facts }) => (facts.digest ?? expectedDigest) !== expectedDigest, 1);
  expect(await batch.refusal('approve', { ...operator, actor: 'checker-2', expectedDigest })).toContain(
    'look again',
  );
  expect(await batch.refusal('approve', { ...operator, expectedDigest: facts.digest })).toContain(
    'made or changed this',
  );
  await batch.tell('approve', { role: 'approver', actor: 'checker-2', expectedDigest: facts.digest });
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2, EXCLUDED: 1 } });
});

test('the approval of a batch can be refused for the whole batch; nothing is sent then', async () => {
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

test('a batch whose input makes no sense fails at once, with every problem by its row', async () => {
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

test('a batch under another workflow id than that of its reference is refused, and nothing is sent', async () => {
  const rows = batchRows(1);
  const file = batchFile(rows);
  const batch = await environment.start(workflowTypes.batch, `batch:${file.reference}-again`, file);
  await expect(batch.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`the workflow id must be batch:${file.reference}`) },
  });
  expect(committed(rows[0]!.reference)).toBe(0);
});
