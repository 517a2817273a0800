import { programOf } from '../../../chaos/programs/generator';
import { findingsOf, outcomesOf } from '../../support/chaos/programs';

jest.setTimeout(600_000);

const programs = Array.from({ length: 20 }, (_, place) => programOf(place + 1));

test('money is right and every case has an end in twenty random programs', async () => {
  const outcomes = await outcomesOf(programs.slice(0, 10), programs.slice(10));
  expect(outcomes.map(({ program: { seed }, findings }) => ({ seed, findings }))).toEqual(
    programs.map(({ seed }) => ({ seed, findings: [] })),
  );
  expect(outcomes.filter(({ hasLostTask }) => hasLostTask).length).toBeLessThanOrEqual(1);
});

// A loan whose schedule is gone and whose customer has no running loan; a payout that was refused for want of money; limits
// and a payout whose send somebody without a key had failed, called unsent without the database, or when it was cancelled;
// a payout that was restored from an older copy, and cancelled although the lost run had sent it.
test.each([25, 31, 383, 572, 629])(
  'the random program %d, which once broke a rule, breaks none',
  async (seed) => {
    expect(await findingsOf(programOf(seed))).toEqual([]);
  },
);
