import type { BatchFile } from '../../../src/domain/batch/input';
import { rowsQuery } from '../../../src/domain/wire/messages';
import type { RowResult } from '../../../src/domain/batch/validation-results';
import {
  approveBatch as approve,
  committedIn,
  operator,
  startBatch,
} from '../../support/workflows/batch-steering';
import { batchFile, batchRows, rowTo } from '../../support/workflows/batch-sample';
import { steering } from '../../support/workflows/steering';
import type { BatchResult } from '../../../src/domain/batch/stages';

const environment = steering();
const start = (file: BatchFile) => startBatch(environment, file);
const committed = (reference: string) => committedIn(environment, reference);

/** How many rows have which status now, by the batch and its first chunk. */
async function currentCounts(file: BatchFile): Promise<Record<string, number>> {
  const rows = await environment.found(`batch:${file.reference}:chunk-1`).handle.query(rowsQuery);
  return countsOf(rows);
}

const countsOf = (rows: readonly RowResult[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('while a batch pays, never more payouts are on their way than it has slots; paused, none is added; resumed, it goes on', async () => {
  const rows = batchRows(12).map((row) => ({ ...rowTo(row, '09'), amountKobo: row.amountKobo }));
  const file = batchFile(rows, { concurrency: 3 });
  const batch = await start(file);
  await approve(batch);
  await batch.untilStage('PAYING', 1);
  await environment.sleep(1);
  expect(await currentCounts(file)).toEqual({ STARTED: 3, READY: 9 });
  await batch.tell('pause', operator);
  expect(await batch.refusal('pause', operator)).toContain('paused already');
  await environment.sleep(120);
  expect(await currentCounts(file)).toEqual({ FAILED: 3, READY: 9 });
  await batch.tell('resume', operator);
  expect(await batch.result<BatchResult>()).toMatchObject({ stage: 'DONE', counts: { FAILED: 12 } });
});

test('payouts of a batch that take long do not keep the others waiting', async () => {
  const rows = batchRows(6).map((row, index) => (index < 3 ? rowTo(row, '05') : row));
  const file = batchFile(rows, { concurrency: 2, allowDuplicates: true });
  const batch = await start(file);
  await approve(batch);
  await environment.sleep(60);
  expect(await currentCounts(file)).toEqual({ STARTED: 3, SUCCESS: 3 });
  expect((await batch.snapshot()).attention?.cause).toContain(
    'needs a person: rows 1-3; their own cases tell more',
  );
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 6 } });
});

test('the rest of a batch can be cancelled, whole parts of it too; what is on its way gets its result', async () => {
  const rows = batchRows(300).map((row) => ({ ...rowTo(row, '05'), amountKobo: row.amountKobo }));
  const file = batchFile(rows, { concurrency: 2 });
  const batch = await start(file);
  await approve(batch);
  await batch.untilStage('PAYING', 1);
  await environment.sleep(1);
  await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
  const result = await batch.result<BatchResult>();
  expect(result).toMatchObject({ stage: 'CANCELLED', counts: { SUCCESS: 2, CANCELLED: 298 } });
  expect(result.rows.at(-1)?.reason).toBe('the rest was cancelled');
  for (const { reference, status } of result.rows)
    expect(committed(reference)).toBe(status === 'SUCCESS' ? 1 : 0);
});

test('a null signal to a chunk or to its batch changes nothing, and a cancel still takes effect', async () => {
  const rows = batchRows(6).map((row) => ({ ...rowTo(row, '05'), amountKobo: row.amountKobo }));
  const file = batchFile(rows, { concurrency: 2 });
  const batch = await start(file);
  await approve(batch);
  await batch.untilStage('PAYING', 1);
  await environment.sleep(1);
  const chunk = environment.found(`batch:${file.reference}:chunk-1`).handle;
  for (const given of [null, {}, { slots: 'all' }]) {
    await chunk.signal('chunkControl', given);
    await batch.handle.signal('chunkReport', given);
  }
  await environment.sleep(1);
  expect(await currentCounts(file)).toEqual({ STARTED: 2, READY: 4 });
  await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 2, CANCELLED: 4 } });
});
