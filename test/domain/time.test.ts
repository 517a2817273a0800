import fc from 'fast-check';
import { cadences, nextPollDelayMs, nextWaitSeconds } from '../../src/domain/time/cadence';
import { businessNow, patience, pollDelay, REAL_TIME, realDuration } from '../../src/domain/time/clock';

const cadence = fc.constantFrom(...Object.values(cadences));
const seconds = fc.integer({ min: 0, max: 10_000_000 });

test('a wait is never shorter than the first nor longer than the slowest', () => {
  fc.assert(
    fc.property(cadence, seconds, (each, waited) => {
      const wait = nextWaitSeconds(each, waited);
      expect(wait).toBeGreaterThanOrEqual(each.firstSeconds);
      expect(wait).toBeLessThanOrEqual(each.slowestSeconds);
    }),
  );
});

test('who has waited longer never waits less', () => {
  fc.assert(
    fc.property(cadence, seconds, seconds, (each, a, b) => {
      const [early, late] = a < b ? [a, b] : [b, a];
      expect(nextWaitSeconds(each, early)).toBeLessThanOrEqual(nextWaitSeconds(each, late));
    }),
  );
});

test('a customer who dropped out during KYC is looked up 24 times in two weeks, and then once a week', () => {
  const days = 24 * 3_600;
  const looks: number[] = [];
  for (let waited = 0; waited < 365 * days; looks.push(waited))
    waited += nextWaitSeconds(cadences.kyc, waited);
  expect(looks.filter((at) => at <= 14 * days)).toHaveLength(24);
  for (let week = 3; week <= 52; week++)
    expect(looks.filter((at) => at > (week - 1) * 7 * days && at <= week * 7 * days).length).toBeLessThan(2);
});

test('in production business time is real time', () => {
  expect(businessNow(REAL_TIME, 1_000)).toBe(1_000);
  expect(realDuration(REAL_TIME, 1_000)).toBe(1_000);
  expect(patience(REAL_TIME, 1_000)).toBe(1_000);
});

test('on a fast clock business time runs ahead from its anchor', () => {
  const anchor = { realAt: '2026-01-01T00:00:00.000Z', businessAt: '2030-01-01T00:00:00.000Z' };
  const clock = { rate: 3_600, anchor };
  const now = businessNow(clock, Date.parse(anchor.realAt) + 1_000);
  expect(new Date(now).toISOString()).toBe('2030-01-01T01:00:00.000Z');
  expect(realDuration(clock, 3_600_000)).toBe(1_000);
});

test('on a fast clock polls keep a distance, and no officer is asked sooner than a person can look', () => {
  const clock = { rate: 259_200 };
  expect(pollDelay(clock, 60_000)).toBe(500);
  expect(nextPollDelayMs({ cadence: cadences.kyc, clock, trigger: 'schedule' }, 0)).toBe(500);
  expect(patience(clock, 3_600_000)).toBe(20_000);
});
