import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { enrolmentStages, loanStages, repaymentStages } from '../../src/domain/loan-stages';
import { payoutStages } from '../../src/domain/payout-states';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { readRecorded, recordedNames } from './history-file';

const quiet = new DefaultLogger('ERROR');

let today: WorkflowBundle;
beforeAll(async () => {
  Runtime.install({ logger: quiet });
  today = await bundleWorkflows();
});

function replay(name: string, workflowBundle: WorkflowBundle): Promise<void> {
  const { history, workflowId } = readRecorded(name);
  return Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}

test.each(recordedNames())('the workflows of today replay %s', async (name) => {
  await replay(name, today);
});

test('a replay fails when two stages have been swapped', async () => {
  const workflowsPath = require.resolve('./reordered-payout');
  const reordered = await bundleWorkflowCode({ workflowsPath, logger: quiet });
  await expect(replay('payout-success', reordered)).rejects.toThrow(DeterminismViolationError);
});

const finals = Object.entries({ ...enrolmentStages, ...loanStages, ...repaymentStages, ...payoutStages })
  .filter(([, row]) => 'final' in row)
  .map(([stage]) => stage);

test.each(finals)('there is a history that ends as %s', (stage) => {
  const ends = recordedNames().map((name) => JSON.stringify(readRecorded(name).plainEnd));
  expect(ends.filter((end) => end.includes(`"${stage}"`))).not.toEqual([]);
});
