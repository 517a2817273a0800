import { programOf } from '../../../chaos/programs/generator';
import { outcomesOf } from '../../support/chaos/programs';

jest.setTimeout(600_000);

const programs = Array.from({ length: 20 }, (_, place) => programOf(place + 1));

test('money is right and every case has an end in twenty random programs', async () => {
  const outcomes = await outcomesOf(programs.slice(0, 10), programs.slice(10));
  expect(outcomes.map(({ program: { seed }, findings }) => ({ seed, findings }))).toEqual(
    programs.map(({ seed }) => ({ seed, findings: [] })),
  );
  expect(outcomes.filter(({ isUnjudged }) => isUnjudged).length).toBeLessThanOrEqual(1);
});
