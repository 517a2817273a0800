import { Program, type Ended } from '../support/program';

/** Small versions of these runs of `npm run chaos`, side by side. */
const names = ['payout-kill', 'loan-kills'] as const;
const ended = new Map<string, Ended>();
beforeAll(async () => {
  const run = async (name: string) =>
    ended.set(name, await new Program('chaos/main.ts', [name, '--quick', '--json']).ended);
  await Promise.all(names.map(run));
});

test.each(names)('%s: the worker is killed, everything ends as ever, and each effect stands once', (name) => {
  const { code, out, err } = ended.get(name)!;
  expect({ code, err }).toEqual({ code: 0, err });
  const { rows } = JSON.parse(out) as { rows: { effects: number }[] };
  expect(rows.map(({ effects }) => effects)).toEqual(rows.map(() => 1));
  expect(rows.length).toBeGreaterThan(0);
});
