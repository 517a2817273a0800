import type { TakeOver } from '../../bench/workers/take-over';
import { Program } from '../support/program';

/** What is promised of a keeper that is gone, on an idle machine. */
const AGAIN_WITHIN_S = 15;
/** A busy machine starts workers and hands out tasks later. */
const BUSY_S = 15;

test('a keeper that is killed or stopped in the middle of a window is followed by another worker, and the window holds', async () => {
  const { code, out, err } = await new Program('test/support/keeper/two-workers.ts').ended;
  expect({ code, err }).toEqual({ code: 0, err });
  const takeOvers = JSON.parse(out) as TakeOver[];
  expect(takeOvers.map(({ fate, unfinished }) => ({ fate, unfinished }))).toEqual([
    { fate: 'kill -9', unfinished: 0 },
    { fate: 'SIGSTOP', unfinished: 0 },
    { fate: 'SIGSTOP', unfinished: 0 },
  ]);
  for (const { againAfterS } of takeOvers) expect(againAfterS).toBeLessThan(AGAIN_WITHIN_S + BUSY_S);
  expect(takeOvers.reduce((sum, { refused }) => sum + refused, 0)).toBeLessThanOrEqual(1);
});
