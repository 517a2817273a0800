import fc from 'fast-check';
import {
  isPlenty,
  planRead,
  readSpacingMs,
  thriftOf,
  type Allowance,
  type Prospect,
} from '../../src/domain/read-plan';

const waitMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_600_000 }));
const slotInMs = fc.record({ single: waitMs, page: waitMs });
const anyProspect: fc.Arbitrary<Prospect> = fc.record({
  isKnown: fc.boolean(),
  isPlenty: fc.boolean(),
  isUrged: fc.boolean(),
  hasRoom: fc.boolean(),
  isListed: fc.boolean(),
  outstanding: fc.integer({ min: 0, max: 3 }),
  pageInMs: waitMs,
  slotInMs,
});

/** What the plan is for all prospects of which this much is given. */
const always = (given: Partial<Prospect>, holds: (prospect: Prospect) => void) =>
  fc.assert(fc.property(anyProspect, (prospect) => holds({ ...prospect, ...given })));
const scarce = { isKnown: false, isPlenty: false };
const waiting = { ...scarce, isUrged: false };
const longestWaitMs = ({ slotInMs: { single, page }, pageInMs }: Prospect) =>
  Math.max(single, page, pageInMs);

describe('a plan for a read', () => {
  test('costs nothing when the answer is known', () => {
    always({ isKnown: true }, (prospect) =>
      expect(planRead(prospect)).toEqual({ read: 'none', reason: 'known' }),
    );
  });

  test('asks for each at once where calls are plentiful', () => {
    always({ isKnown: false, isPlenty: true }, (prospect) =>
      expect(planRead(prospect)).toEqual({ read: 'single' }),
    );
  });

  test('is of one for whoever waits alone or is not listed, and of a page for several that are', () => {
    always(scarce, (prospect) => {
      const plan = planRead(prospect);
      const read = prospect.isListed && prospect.outstanding > 1 ? 'page' : 'single';
      expect('instead' in plan ? plan.instead : plan.read).toBe(read);
    });
  });

  test('is made now when a person asks and there is room, however long others would wait', () => {
    always({ ...scarce, isUrged: true, hasRoom: true }, (prospect) =>
      expect(planRead(prospect).read).not.toBe('none'),
    );
  });

  test('waits its turn when a person asks and there is no room', () => {
    always({ ...scarce, hasRoom: false }, (prospect) =>
      expect(planRead({ ...prospect, isUrged: true })).toEqual(planRead({ ...prospect, isUrged: false })),
    );
  });

  test('waits for the later of what it needs: a slot, and for a page its distance', () => {
    always(waiting, (prospect) => {
      const plan = planRead(prospect);
      const kind = 'instead' in plan ? plan.instead : (plan.read as 'single' | 'page');
      const needed = [prospect.slotInMs[kind], kind === 'page' ? prospect.pageInMs : 0];
      expect('waitMs' in plan ? plan.waitMs : 0).toBe(Math.max(...needed));
    });
  });

  test('never tells anybody to come back at once, or later than anything makes it wait', () => {
    always({}, (prospect) => {
      const plan = planRead(prospect);
      if (!('waitMs' in plan)) return;
      expect(plan.waitMs).toBeGreaterThan(0);
      expect(plan.waitMs).toBeLessThanOrEqual(longestWaitMs(prospect));
      expect(plan.reason === 'page too soon' && plan.instead === 'single').toBe(false);
    });
  });
});

const anyAllowance: fc.Arbitrary<Allowance> = fc
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
function readsUntilTheEnd(allowance: Allowance): number {
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

describe('the distance of reads', () => {
  test('never uses more than can be spared', () => {
    fc.assert(
      fc.property(anyAllowance, (allowance) =>
        expect(readsUntilTheEnd(allowance)).toBeLessThanOrEqual(Math.max(0, allowance.spare)),
      ),
    );
  });

  test('leaves nothing unused that can be spared', () => {
    fc.assert(
      fc.property(anyAllowance, ({ spare, ...rest }) => {
        const whole = Math.max(0, Math.floor(spare));
        expect(readsUntilTheEnd({ ...rest, spare: whole })).toBe(whole);
      }),
    );
  });

  test('is positive while the window lasts, at most a third of it, and infinite when nothing can be spared', () => {
    fc.assert(
      fc.property(anyAllowance, (allowance) => {
        const spacingMs = readSpacingMs(allowance);
        if (allowance.endsInMs > 0) expect(spacingMs).toBeGreaterThan(0);
        if (allowance.spare < 1) expect(spacingMs).toBe(Infinity);
        else expect(spacingMs).toBeLessThanOrEqual(allowance.windowMs / 3);
      }),
    );
  });

  test('grows when less can be spared', () => {
    fc.assert(
      fc.property(anyAllowance, fc.double({ min: 0, max: 100, noNaN: true }), (allowance, less) =>
        expect(readSpacingMs({ ...allowance, spare: allowance.spare - less })).toBeGreaterThanOrEqual(
          readSpacingMs(allowance),
        ),
      ),
    );
  });
});

describe('thrift', () => {
  const anyRate = fc.integer({ min: 1, max: 100_000 });

  test('is above 0 and at most 1, and never less for a smaller limit or on a faster clock', () => {
    fc.assert(
      fc.property(anyAllowance, anyRate, (allowance, rate) => {
        const thrift = thriftOf(allowance, rate);
        expect(thrift).toBeGreaterThan(0);
        expect(thrift).toBeLessThanOrEqual(1);
        expect(thriftOf({ ...allowance, limit: allowance.limit / 2 }, rate)).toBeGreaterThanOrEqual(thrift);
        expect(thriftOf(allowance, rate * 2)).toBeGreaterThanOrEqual(thrift);
      }),
    );
  });

  test('is whole at 100 calls per 900 s, half at twice as many, and none without a limit', () => {
    const windowMs = 900_000;
    expect(thriftOf({ limit: 100, windowMs }, 1)).toBe(1);
    expect(thriftOf({ limit: 200, windowMs }, 1)).toBe(0.5);
    expect(thriftOf({ limit: Infinity, windowMs }, 1)).toBe(0);
    expect([0, 0.5, 1].map(isPlenty)).toEqual([true, false, false]);
  });
});
