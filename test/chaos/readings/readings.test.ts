import { readFileSync } from 'node:fs';
import { READINGS_PAGE, readingsPage } from '../../../chaos/readings/page';
import { combinedPlan } from '../../../chaos/readings/plans';
import { isTried, unusualReadings } from '../../../chaos/readings/classes';
import { recordedMeetings } from '../../../chaos/readings/record';

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
