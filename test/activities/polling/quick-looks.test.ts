import fc from 'fast-check';
import { quickLookDelayMs } from '../../../src/activities/polling/poll';
import { REAL_TIME } from '../../../src/domain/time/clock';

const waited = fc.integer({ min: 0, max: 7 * 24 * 3_600_000 });

test('no quick look is made before the date of the first, nor sooner after another than their distance', () => {
  fc.assert(
    fc.property(waited, (waitedMs) => {
      const delayMs = quickLookDelayMs(REAL_TIME, waitedMs);
      expect(waitedMs + delayMs).toBeGreaterThanOrEqual(14_000 - 0.001);
      expect(delayMs).toBeGreaterThanOrEqual(2_850);
    }),
  );
});

test('later quick looks lie ever further apart, so that a payout that hangs takes few calls', () => {
  fc.assert(
    fc.property(waited, waited, (one, other) => {
      const [sooner, later] = [one, other].sort((a, b) => a - b) as [number, number];
      fc.pre(sooner >= 14_000);
      expect(quickLookDelayMs(REAL_TIME, later)).toBeGreaterThanOrEqual(quickLookDelayMs(REAL_TIME, sooner));
    }),
  );
});

test('a payout that settles after its first quick look is seen within three seconds of it, for most of a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 14_000, max: 55_000 }), (settlesMs) => {
      let waitedMs = 0;
      while (waitedMs < settlesMs) waitedMs += quickLookDelayMs(REAL_TIME, waitedMs);
      expect(waitedMs - settlesMs).toBeLessThan(3_000);
    }),
  );
});

test('on a fast clock quick looks keep the distance that all polls keep', () => {
  expect(quickLookDelayMs({ rate: 100_000 }, 10)).toBe(500);
});
