import { steady } from '../../bench/arrivals';
import { percentile } from '../../bench/report';
import type { Rule } from '../../bench/baselines/limiter';
import { evenPacing, rollingWindow, tokenBucket } from '../../bench/baselines/rules';

const LIMIT = { calls: 100, windowMs: 45_000 };

/** When so many calls that all want to go at once are let through. */
function sentMs(rule: Rule, count: number): number[] {
  const sent: number[] = [];
  for (let nowMs = performance.now(); sent.length < count; sent.push(nowMs)) {
    nowMs += Math.max(0, rule.waitMs(nowMs));
    rule.taken(nowMs);
  }
  return sent;
}

const mostInAWindow = (sent: readonly number[]) =>
  Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + LIMIT.windowMs - 1).length));

test('a rolling window never lets more calls through than a window allows', () => {
  expect(mostInAWindow(sentMs(rollingWindow(LIMIT), 350))).toBe(LIMIT.calls);
});

test('a full token bucket lets nearly twice as many through', () => {
  expect(mostInAWindow(sentMs(tokenBucket(LIMIT), 350))).toBeGreaterThan(1.9 * LIMIT.calls);
});

test('even pacing leaves the same distance between any two calls', () => {
  const sent = sentMs(evenPacing(LIMIT), 5);
  for (const [index, at] of sent.slice(1).entries()) expect(at - sent[index]!).toBeCloseTo(450, 3);
});

test('payouts arrive at random but always at the same instants, as many an hour as they should', () => {
  const arrivals = steady(300, 3, 20);
  expect(arrivals).toEqual(steady(300, 3, 20));
  expect(arrivals).toHaveLength(900);
  const hours = (arrivals.at(-1)! * 20) / 3_600_000;
  expect(hours).toBeGreaterThan(2.7);
  expect(hours).toBeLessThan(3.3);
});

test('a percentile is a value that was measured; what never came is beyond every other', () => {
  expect(percentile([3, 1, 2], 50)).toBe(2);
  expect(percentile([1, Infinity, 2, 3], 95)).toBe(Infinity);
});
