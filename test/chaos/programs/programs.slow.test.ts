import { programOf } from '../../../chaos/programs/generator';
import { findingsOf } from '../../support/chaos/programs';
import { Program } from '../../support/program';

/** A small version of `npm run chaos -- programs`, after the twenty of `npm test`; it ends with 0 only when nothing was found. */
test('no rule of the model is broken in ten further random programs', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', [
    'programs',
    ...['--from', '21', '--seeds', '10', '--json'],
  ]).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject({ programs: 10, failed: 0 });
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
