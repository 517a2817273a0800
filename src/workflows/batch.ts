import type { BatchFile } from '../input/batch-input';
import { approveAsWhole } from './batch/approval';
import { BatchCase } from './batch/batch-case';
import { pay } from './batch/paying';
import { checkEveryRow, settleQuestions } from './batch/pre-flight';
import type { BatchResult } from './results';

/** A batch of payouts: every row checked, frozen and approved as a whole, paid with bounded concurrency. */
export async function payoutBatchWorkflow(input: BatchFile): Promise<BatchResult> {
  const batch = new BatchCase(input);
  return batch.run(async () => {
    await checkEveryRow(batch);
    await settleQuestions(batch);
    await approveAsWhole(batch);
    return pay(batch);
  });
}
