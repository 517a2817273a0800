import { exchange, limiterOf, reply, SECOND, wholeAllowance } from './support/exchanges';
import type { TimedLimiter } from './support/timed-limiter';

const burst = { name: 'burst', limit: 10, windowMs: 60 * SECOND };
const daily = { name: 'daily', limit: 25, windowMs: 86_400 * SECOND };
const both = (burstLeft: number, dailyLeft: number) =>
  ({
    came: 'reply',
    refused: false,
    notice: {
      policies: [
        { ...burst, remaining: burstLeft, resetMs: 60 * SECOND },
        { ...daily, remaining: dailyLeft, resetMs: 86_400 * SECOND },
      ],
    },
  }) as const;

/** Opens a window of the shorter policy and uses it up. */
function useUp(limiter: TimedLimiter, nowMs: number, dailyLeft: number): number {
  exchange(limiter, nowMs, nowMs + 1, both(9, dailyLeft - 1));
  return 1 + wholeAllowance(limiter, nowMs + 2);
}

test('several policies at once, all of them must have room', () => {
  const limiter = limiterOf(100);
  expect(useUp(limiter, 0, 25)).toBe(10);
  expect(limiter.at(3).snapshot()).toMatchObject({ limit: 10, remaining: 0 });
  expect(limiter.at(3).snapshots()).toHaveLength(2);
});

test('several policies at once, the longer one holds when the shorter opens anew', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 1, both(9, 1));
  exchange(limiter, 2, 3, both(8, 0));
  expect(limiter.at(70 * SECOND).waitMs()).toBeGreaterThan(86_000 * SECOND);
});

test('several policies at once, a policy that the server no longer names is left when it ends', () => {
  const limiter = limiterOf(100);
  useUp(limiter, 0, 25);
  const laterMs = 70 * SECOND;
  const named = { ...daily, remaining: 20, resetMs: 80_000 * SECOND };
  exchange(limiter, laterMs, laterMs + 1, reply(named));
  expect(limiter.at(laterMs + 2).snapshots()).toHaveLength(2);
  expect(limiter.at(laterMs + 70 * SECOND).snapshots()).toMatchObject([{ limit: 25 }]);
});
