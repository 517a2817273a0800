import { Program } from '../support/program';

/** Small versions of these runs of `npm run chaos`; each ends with 0 only when its guarantee held. */
const runs = {
  payouts: { indeterminate: 0, duplicates: 0, lost: 0, stuck: 0, kills: 1 },
  zombie: { secondPayouts: 0 },
  'server-kills': { lost: 0 },
  restore: { duplicates: 0, lost: 0, stuck: 0, reconciliation: { unmatched: 0, differenceKobo: 0 } },
};
const names = Object.keys(runs) as (keyof typeof runs)[];

// One after the other: each of them is a stack of its own.
test.each(names)('%s: nothing is paid or charged twice or lost', async (name) => {
  const { code, out, err } = await new Program('chaos/main.ts', [name, '--quick', '--json']).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  expect(JSON.parse(out)).toMatchObject(runs[name]);
});
