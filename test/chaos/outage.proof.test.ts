import { Program } from '../support/program';

/** Nothing of the clock: how soon a call gets through depends on what else this machine does. */
test('while the bank is gone or answers 503, no payout is lost and none is sent twice', async () => {
  const { out, err } = await new Program('chaos/main.ts', ['outage', '--quick', '--json']).ended;
  const { rows } = JSON.parse(out) as { rows: { outage: string; lost: number; duplicates: number }[] };
  expect({ rows, err }).toMatchObject({
    rows: [
      { outage: expect.any(String), lost: 0, duplicates: 0 },
      { outage: expect.any(String), lost: 0, duplicates: 0 },
    ],
  });
});
