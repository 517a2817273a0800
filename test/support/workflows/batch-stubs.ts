import { executeChild, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import { batchChunkId } from '../../../src/domain/wire/workflow-ids';
import type { RowResult } from '../../../src/domain/batch/validation-results';
import type { PayoutFile } from '../../../src/domain/payout/input';
import type { ChunkInput } from '../../../src/workflows/batch/row-payout';
import { chunkReportSignal } from '../../../src/domain/wire/messages';
import type { PayoutResult } from '../../../src/domain/payout/stages';

export { payoutBatchWorkflow } from '../../../src/workflows/batch/workflow';
export { batchChunkWorkflow as chunkUnderTest } from '../../../src/workflows/batch/chunk';

/** Stands for a batch of which only its one chunk is looked at. */
export const batchOfOneChunk = (input: ChunkInput): Promise<RowResult[]> =>
  executeChild('chunkUnderTest', { workflowId: batchChunkId(input.batch, input.chunk), args: [input] });

const UNIQUE_REF = 'NIP-0123456789-0123456789-0123456789';

/** Stands for a payout: ends at once, with a result of the usual length. */
export async function payoutWorkflow({
  reference,
  amountKobo,
  source,
  beneficiary,
}: PayoutFile): Promise<PayoutResult> {
  const sourceAccountNumber = source.accountNumber;
  return Promise.resolve({
    reference,
    status: 'SUCCESS',
    amountKobo,
    sourceAccountNumber,
    beneficiary,
    feeKobo: 1_075,
    uniqueRef: UNIQUE_REF,
  });
}

/** More than any chunk has to tell. */
const REPORTS = 14;

/** Stands for a chunk, for a batch of which only the batch itself is looked at: it has much to tell, and pays nothing. */
export async function batchChunkWorkflow({ chunk, rows, control }: ChunkInput): Promise<RowResult[]> {
  const batch = getExternalWorkflowHandle(workflowInfo().parent?.workflowId ?? '');
  for (let report = 1; report <= REPORTS; report++) {
    const allStarted = report > REPORTS / 2;
    const slots = allStarted ? Math.floor(control.slots / 2) : control.slots;
    await batch.signal(chunkReportSignal, {
      chunk,
      allStarted,
      slots,
      counts: { STARTED: report },
      slow: [],
    });
  }
  return rows.map(({ row, reference, amountKobo }) => ({
    row,
    reference,
    amountKobo,
    status: 'SUCCESS',
    feeKobo: 1_075,
    uniqueRef: UNIQUE_REF,
  }));
}
