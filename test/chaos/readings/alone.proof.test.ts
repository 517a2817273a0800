import { alonePlans, controlPlan } from '../../../chaos/readings/plans';
import { runTrials, type TrialResult } from '../../../chaos/readings/run-trials';
import { SkippedTime } from '../../../chaos/readings/skipped-time';
import { shownClass } from '../../../chaos/readings/totals';
import { workflowBundle } from '../../support/workflow-bundle';

/** Readings that decide about money; the quick form of the whole run has but every sixteenth reading alone. */
const alone = alonePlans([
  ['unknownPayout', 'bad-request'],
  ['duplicatePayout', 'conflict'],
  ['listFilters', 'ignored'],
  ['secondCustomer', 'conflict'],
]);

test('under readings that decide about money, everything ends as under the usual ones', async () => {
  const skipped = await SkippedTime.start(workflowBundle());
  const plans = [controlPlan, ...alone].map((plan) => ({ ...plan, withLoan: false }));
  const [control, ...others] = (await runTrials(skipped, plans).finally(() => skipped.stop())) as [
    TrialResult,
    ...TrialResult[],
  ];
  expect(others.map((result) => shownClass(result, control))).toEqual(alone.map(() => 'right'));
  expect(others.flatMap(({ findings }) => findings)).toEqual([]);
});
