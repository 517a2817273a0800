import type { BatchFile } from '../../domain/batch/input';
import { runCase } from '../case/run-case';
import { approveAsWhole, BatchCase } from './batch-case';
import { pay } from './dispatcher';
import { checkEveryRow, settleQuestions } from './row-checks';
import type { BatchResult } from '../../domain/batch/stages';

/** A batch of payouts: every row checked, frozen and approved as a whole, paid with bounded concurrency. */
export async function payoutBatchWorkflow(input: BatchFile): Promise<BatchResult> {
  const batch = new BatchCase(input);
  return runCase(batch, async () => {
    await checkEveryRow(batch);
    await settleQuestions(batch);
    return pay(batch, await approveAsWhole(batch));
  });
}
