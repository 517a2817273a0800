import { batchChunkId, caseId } from '../../src/domain/wire/workflow-ids';
import { records } from '../support/replay/recording';
import { batchFile, batchRows, rowTo } from '../support/workflows/batch-sample';
import { approveBatch, operator, startBatch } from '../support/workflows/batch-steering';
import { steering } from '../support/workflows/steering';

/** The account whose last digits let its payout fail. */
const FAILED = '04';

/** A batch paid to its end with its chunk and a payout of it, and batches of which nothing is paid. */
records(
  steering(),
  async (environment) => {
    const [first, second, third] = batchRows(3);
    const file = batchFile([first!, second!, rowTo(third!, FAILED)], { concurrency: 2 });
    const batch = await startBatch(environment, file);
    await approveBatch(batch);
    await batch.result();
    return {
      'batch-done': batch,
      'batch-chunk': environment.found(batchChunkId(file.reference, 1)),
      'payout-of-a-batch': environment.found(caseId('payout', first!.reference)),
    };
  },
  async (environment) => {
    const batch = await startBatch(environment, batchFile(batchRows(2)));
    await batch.untilStage('APPROVAL', 1);
    await batch.tell('reject', { ...operator, reason: 'NOT_EXPECTED' });
    await batch.result();
    return { 'batch-rejected': batch };
  },
  async (environment) => {
    const batch = await startBatch(environment, batchFile(batchRows(2)));
    await batch.untilStage('APPROVAL', 1);
    await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
    await batch.result();
    return { 'batch-cancelled': batch };
  },
);
