import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { batchStages } from '../../src/domain/batch/stages';
import type { StageRow } from '../../src/domain/case/waits';
import { enrolmentStages } from '../../src/domain/enrolment/stages';
import { loanStages } from '../../src/domain/loan/stages';
import { repaymentStages } from '../../src/domain/repayment/stages';
import { payoutStages } from '../../src/domain/payout/stages';
import { limitsStages } from '../../src/domain/transfer-limits/limits';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { bundleWorkflows, INTERCEPTORS } from '../../src/temporal/bundle';
import { readRecorded, recordedNames } from '../support/replay/history-file';
import { moved, type Move } from '../support/replay/moved-times';

const quiet = new DefaultLogger('ERROR');

let today: WorkflowBundle;
beforeAll(async () => {
  Runtime.install({ logger: quiet });
  today = await bundleWorkflows();
});

function replay(name: string, workflowBundle: WorkflowBundle, move?: Move): Promise<void> {
  const { history, workflowId } = readRecorded(name, move && ((events) => moved(events, move)));
  return Worker.runReplayHistory({ workflowBundle }, history, workflowId);
}

test.each(recordedNames())('the workflows of today replay %s', async (name) => {
  await replay(name, today);
});

const HOUR_SECONDS = 3_600;

test.each([-HOUR_SECONDS, 0])(
  'histories replay whose tasks take an hour longer where local activities end, with markers that say so %i seconds later',
  async (markerSeconds) => {
    const failed: string[] = [];
    for (const name of recordedNames())
      await replay(name, today, { longerSeconds: HOUR_SECONDS, markerSeconds }).catch(() =>
        failed.push(name),
      );
    expect(failed).toEqual([]);
  },
  120_000,
);

test('a replay fails when two stages have been swapped', async () => {
  const workflowsPath = require.resolve('../support/replay/reordered-payout');
  const reordered = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: INTERCEPTORS,
    logger: quiet,
  });
  await expect(replay('payout-success', reordered)).rejects.toThrow(DeterminismViolationError);
});

const ends = recordedNames().map((name) => {
  const { workflowType, plainEnd } = readRecorded(name);
  return { workflowType, text: JSON.stringify(plainEnd) };
});

test.each(Object.values(workflowTypes))('there is a history of %s', (type) => {
  expect(ends.map(({ workflowType }) => workflowType)).toContain(type);
});

/** A closed enrolment tells its loan that it was rejected: its history does not show its own stage. */
const { CLOSED: _closed, ...enrolmentEnds } = enrolmentStages;

const finals = Object.entries({
  [workflowTypes.enrolment]: enrolmentEnds,
  [workflowTypes.loan]: loanStages,
  [workflowTypes.repayment]: repaymentStages,
  [workflowTypes.payout]: payoutStages,
  [workflowTypes.limits]: limitsStages,
  [workflowTypes.batch]: batchStages,
}).flatMap(([type, stages]) => finalStages(stages).map((stage) => [type, stage] as const));

function finalStages(stages: Readonly<Record<string, StageRow>>): string[] {
  return Object.keys(stages).filter((stage) => stages[stage]?.final);
}

test.each(finals)('there is a history of %s that ends as %s', (type, stage) => {
  const texts = ends.filter(({ workflowType }) => workflowType === type).map(({ text }) => text);
  expect(texts.filter((text) => text.includes(`"${stage}"`))).not.toEqual([]);
});
