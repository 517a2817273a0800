import { OPERATORS } from '../case/commands';
import { startable } from '../case/kind';
import { nairaText } from '../money/amounts';
import { workflowTypes } from '../wire/workflow-types';
import { batchCommands } from './commands';
import { batchInput } from './input';
import { totalsOf } from './rows';
import { batchStages, type BatchResult } from './stages';

export const batch = startable({
  noun: 'batch',
  about: 'Batches of payouts: check a file, start it, approve it as a whole, see the result of every row',
  sample: { reference: 'BT-2026-0001', file: 'examples/batch.json' },
  usualRole: 'operator',
  parts: [{ title: 'Batch', workflow: 'batch:<reference>', stages: batchStages, commands: batchCommands }],
  workflowTypes: [workflowTypes.batch],
  stageAttribute: 'BatchStage',
  start: {
    input: batchInput,
    roles: OPERATORS,
    namesMaker: true,
    reference: ({ reference }) => reference,
    summary: ({ payouts }) => {
      const { rows, totalKobo } = totalsOf(payouts);
      return `Batch of ${rows} payouts, ${nairaText(totalKobo)} in all`;
    },
    attributes: ({ reference }) => ({ BatchId: reference, BatchStage: 'CHECKING' }),
    // A failed batch had its input refused, or an operator ended it by force; people find payouts that it
    // started by their references.
    reuse: 'ALLOW_DUPLICATE_FAILED_ONLY',
  },
  end: ({ stage, reason, rows }: BatchResult) => {
    const isPaid = rows.every(({ status }) => status === 'SUCCESS' || status === 'EXCLUDED');
    return { stage, reason, isGood: stage === 'DONE' && isPaid };
  },
});
