import { readFileSync } from 'node:fs';
import { READINGS_PAGE, readingsPage } from '../../../chaos/readings/page';
import { alonePlans, combinedPlan, controlPlan } from '../../../chaos/readings/plans';
import { isTried, unusualReadings } from '../../../chaos/readings/classes';
import { recordedMeetings } from '../../../chaos/readings/record';
import { runTrials, type TrialResult } from '../../../chaos/readings/run-trials';
import { SkippedTime } from '../../../chaos/readings/skipped-time';
import { shownClass, totalsOf } from '../../../chaos/readings/totals';
import { workflowBundle } from '../../support/workflow-bundle';

/** Readings that decide about money, and seeds with faults, without loans that take months. */
const alone = alonePlans([
  ['unknownPayout', 'bad-request'],
  ['duplicatePayout', 'conflict'],
  ['listFilters', 'ignored'],
  ['secondCustomer', 'conflict'],
]);
const combined = [1, 2, 3].map(combinedPlan);

let control: TrialResult;
let others: TrialResult[];
beforeAll(async () => {
  const skipped = await SkippedTime.start(workflowBundle());
  const plans = [controlPlan, ...alone, ...combined].map((plan) => ({ ...plan, withLoan: false }));
  const results = await runTrials(skipped, plans).finally(() => skipped.stop());
  [control, ...others] = results as [TrialResult, ...TrialResult[]];
});

test('nothing is done twice, misstated or left without a way on, whatever a bank means by its interface', () => {
  const { fields } = totalsOf({ control, alone: [], combined: others });
  expect({ fields, findings: others.flatMap(({ findings }) => findings) }).toEqual({
    fields: expect.objectContaining({
      doubleEffects: 0,
      falselyUnsent: 0,
      falselySettled: 0,
      wrongRecord: 0,
    }),
    findings: [],
  });
});

test('under some readings alone, everything ends as under the usual ones', () => {
  const shown = others.slice(0, alone.length).map((result) => shownClass(result, control));
  expect(shown).toEqual(alone.map(() => 'right'));
});

test('no trial that was recorded has missed its reading', () => {
  const can = new Set(
    unusualReadings()
      .filter(isTried)
      .map((reading) => reading.join('=')),
  );
  const recorded = Object.entries(recordedMeetings());
  expect(recorded.filter(([name, met]) => !met || !can.has(name))).toEqual([]);
});

test('a seed stands for the same plan every time', () => {
  expect(combinedPlan(7)).toEqual(combinedPlan(7));
});

test('docs/READINGS.md has every reading with its class, as `npm run readings-page` writes it', () => {
  expect(readFileSync(READINGS_PAGE, 'utf8')).toBe(readingsPage());
});
