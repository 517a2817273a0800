import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { batchStages } from '../../src/domain/batch/stages';
import type { StageRow } from '../../src/domain/case/waits';
import { enrolmentStages } from '../../src/domain/enrolment/stages';
import { loanStages } from '../../src/domain/loan/stages';
import { repaymentStages } from '../../src/domain/repayment/stages';
import { payoutStages } from '../../src/domain/payout/stages';
import { limitsStages } from '../../src/domain/transfer-limits/stages';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { INTERCEPTORS } from '../../src/temporal/bundle';
import { readRecorded, recordedNames } from '../support/replay/history-file';
import { moved, type Move } from '../support/replay/moved-times';
import { workflowBundle } from '../support/workflow-bundle';

const quiet = new DefaultLogger('ERROR');

const names = recordedNames();

/** Why each recorded history cannot be replayed; `undefined` for one that can. One worker replays them one after the other. */
async function replayErrors(bundle: WorkflowBundleOption, move?: Move): Promise<(Error | undefined)[]> {
  const recorded = names.map((name) => readRecorded(name, move && ((events) => moved(events, move))));
  const errors: (Error | undefined)[] = [];
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: bundle }, recorded))
    errors.push(error);
  return errors;
}

let errorsToday: (Error | undefined)[];
beforeAll(async () => {
  Runtime.install({ logger: quiet });
  errorsToday = await replayErrors(workflowBundle());
});

test.each(names)('the workflows of today replay %s', (name) => {
  expect(errorsToday).toHaveLength(names.length);
  expect(errorsToday[names.indexOf(name)]).toBeUndefined();
});

const HOUR_SECONDS = 3_600;

test.each([-HOUR_SECONDS, 0])(
  'histories replay whose tasks take an hour longer where local activities end, with markers that say so %i seconds later',
  async (markerSeconds) => {
    const errors = await replayErrors(workflowBundle(), { longerSeconds: HOUR_SECONDS, markerSeconds });
    expect(errors).toEqual(names.map(() => undefined));
  },
);

test('a replay fails when two stages have been swapped', async () => {
  const workflowsPath = require.resolve('../support/replay/reordered-payout');
  const reordered = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: INTERCEPTORS,
    logger: quiet,
  });
  const errors = await replayErrors(reordered);
  expect(errors[names.indexOf('payout-success')]).toBeInstanceOf(DeterminismViolationError);
});

const ends = names.map((name) => {
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
