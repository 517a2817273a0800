import fc from 'fast-check';
import {
  backOffFactor,
  readSpacingMs,
  type ReadAllowance,
} from '../../../src/activities/polling/read-limiter';

const anyAllowance: fc.Arbitrary<ReadAllowance> = fc
  .record({
    limit: fc.integer({ min: 1, max: 500 }),
    windowMs: fc.integer({ min: 1_000, max: 3_600_000 }),
    spareShare: fc.double({ min: -0.5, max: 1, noNaN: true }),
    endsShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ limit, windowMs, spareShare, endsShare }) => ({
    limit,
    windowMs,
    spare: limit * spareShare,
    endsInMs: windowMs * endsShare,
  }));

/** The reads that fit into the rest of the window, each as far from the last as what is then left allows. */
function readsUntilTheEnd(allowance: ReadAllowance): number {
  let { spare, endsInMs } = allowance;
  let reads = 0;
  for (;;) {
    endsInMs -= readSpacingMs({ ...allowance, spare, endsInMs });
    // The last read may fall on the very end, but for rounding.
    if (!(endsInMs >= -1e-6)) return reads;
    endsInMs = Math.max(0, endsInMs);
    spare -= 1;
    reads += 1;
  }
}

test('the distance of reads never uses more than can be spared', () => {
  fc.assert(
    fc.property(anyAllowance, (allowance) =>
      expect(readsUntilTheEnd(allowance)).toBeLessThanOrEqual(Math.max(0, allowance.spare)),
    ),
  );
});

test('the distance of reads leaves nothing unused that can be spared', () => {
  fc.assert(
    fc.property(anyAllowance, ({ spare, ...rest }) => {
      const whole = Math.max(0, Math.floor(spare));
      expect(readsUntilTheEnd({ ...rest, spare: whole })).toBe(whole);
    }),
  );
});

test('the distance of reads is positive while the window lasts, at most a third of it, and infinite when nothing can be spared', () => {
  fc.assert(
    fc.property(anyAllowance, (allowance) => {
      const spacingMs = readSpacingMs(allowance);
      if (allowance.endsInMs > 0) expect(spacingMs).toBeGreaterThan(0);
      if (allowance.spare < 1) expect(spacingMs).toBe(Infinity);
      else expect(spacingMs).toBeLessThanOrEqual(allowance.windowMs / 3);
    }),
  );
});

test('the distance of reads grows when less can be spared', () => {
  fc.assert(
    fc.property(anyAllowance, fc.double({ min: 0, max: 100, noNaN: true }), (allowance, less) =>
      expect(readSpacingMs({ ...allowance, spare: allowance.spare - less })).toBeGreaterThanOrEqual(
        readSpacingMs(allowance),
      ),
    ),
  );
});

const anyRate = fc.integer({ min: 1, max: 100_000 });

test('the back-off factor is above 0 and at most 1, and never less for a smaller limit or on a faster clock', () => {
  fc.assert(
    fc.property(anyAllowance, anyRate, (allowance, rate) => {
      const factor = backOffFactor(allowance, rate);
      expect(factor).toBeGreaterThan(0);
      expect(factor).toBeLessThanOrEqual(1);
      expect(backOffFactor({ ...allowance, limit: allowance.limit / 2 }, rate)).toBeGreaterThanOrEqual(
        factor,
      );
      expect(backOffFactor(allowance, rate * 2)).toBeGreaterThanOrEqual(factor);
    }),
  );
});

test('the back-off factor is whole at 100 calls per 900 s, half at twice as many, and none without a limit', () => {
  const windowMs = 900_000;
  expect(backOffFactor({ limit: 100, windowMs }, 1)).toBe(1);
  expect(backOffFactor({ limit: 200, windowMs }, 1)).toBe(0.5);
  expect(backOffFactor({ limit: Infinity, windowMs }, 1)).toBe(0);
});
