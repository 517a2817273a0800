import fc from 'fast-check';
import { quickLookDelayMs, quickLooks } from '../../../src/activities/polling/quick-looks';
import { REAL_TIME } from '../../../src/domain/time/clock';

const waited = fc.integer({ min: 0, max: 7 * 24 * 3_600_000 });
const looks = fc.record({
  firstSeconds: fc.integer({ min: 1, max: 600 }),
  everySeconds: fc.integer({ min: 1, max: 60 }),
  growth: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('no quick look is made before the date of the first, nor sooner after another than their distance', () => {
  fc.assert(
    fc.property(looks, waited, (given, waitedMs) => {
      const delayMs = quickLookDelayMs(given, REAL_TIME, waitedMs);
      expect(waitedMs + delayMs).toBeGreaterThanOrEqual(given.firstSeconds * 1_000 - 0.001);
      expect(delayMs).toBeGreaterThanOrEqual(given.everySeconds * 1_000);
    }),
  );
});

test('later quick looks lie ever further apart, so that a payout that hangs takes few calls', () => {
  fc.assert(
    fc.property(looks, waited, waited, (given, one, other) => {
      const [sooner, later] = [one, other].sort((a, b) => a - b) as [number, number];
      fc.pre(sooner >= given.firstSeconds * 1_000);
      expect(quickLookDelayMs(given, REAL_TIME, later)).toBeGreaterThanOrEqual(
        quickLookDelayMs(given, REAL_TIME, sooner),
      );
    }),
  );
});

test('a payout that settles after its first quick look is seen within three seconds of it, for most of a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 14_000, max: 55_000 }), (settlesMs) => {
      let waitedMs = 0;
      while (waitedMs < settlesMs) waitedMs += quickLookDelayMs(quickLooks.payout, REAL_TIME, waitedMs);
      expect(waitedMs - settlesMs).toBeLessThan(3_000);
    }),
  );
});

test('on a fast clock quick looks keep the distance that all polls keep', () => {
  expect(quickLookDelayMs(quickLooks.payout, { rate: 100_000 }, 10)).toBe(500);
});
