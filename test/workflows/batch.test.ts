import type { BatchFile } from '../../src/input/batch-input';
import type { BatchResult } from '../../src/workflows/results';
import { batchFile, batchRows, rowTo } from './batch-sample';
import { steering, type Steered } from './steering';

const theatre = steering();
const operator = { role: 'operator', actor: 'checker-1' };

const start = (file: BatchFile) => theatre.start('payoutBatchWorkflow', `batch:${file.reference}`, file);
const committed = (reference: string) =>
  theatre.world.committed.list({ effect: 'payout-committed', key: reference }).length;

async function approve(batch: Steered, more: object = {}) {
  const { facts } = await batch.until(
    ({ facts, stage }) => stage === 'APPROVAL' && facts.digest !== undefined,
    1,
  );
  return batch.tell('approve', { ...operator, expectedDigest: facts.digest, ...more });
}

test('a batch is checked, approved as a whole and paid, each row once', async () => {
  const rows = batchRows(30);
  rows[3] = rowTo(rows[3]!, '04');
  const batch = await start(batchFile(rows, { concurrency: 7 }));
  await approve(batch);
  const result = await batch.result<BatchResult>();
  expect(result).toMatchObject({ stage: 'DONE', counts: { SUCCESS: 29, FAILED: 1 } });
  expect(result.rows.map(({ status }) => status).indexOf('FAILED')).toBe(3);
  for (const { reference } of rows) expect(committed(reference)).toBe(1);
});
