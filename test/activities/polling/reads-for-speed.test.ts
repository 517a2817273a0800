import fc from 'fast-check';
import { RateLimiter } from 'fixed-window-limiter';
import { OBSERVED_POLICY } from '../../../src/bank/client';
import { forSpeedInMs, ReadLimiter } from '../../../src/activities/polling/read-limiter';

const WINDOW_MS = 900_000;

/** A bank that takes 100 calls in 900 s, of us and of others who use the same keys, in virtual time. */
class Window {
  nowMs = 0;
  used = 0;
  private readonly limiter = new RateLimiter({
    policy: OBSERVED_POLICY,
    random: () => 0.5,
    now: () => this.nowMs,
  });
  readonly reads = new ReadLimiter(this.limiter, 1, () => this.nowMs);

  call(urgency: 'urgent' | 'routine'): boolean {
    const admission = this.limiter.admit(urgency);
    if (!admission.admitted) return false;
    this.used += 1;
    const policy = { limit: 100, windowMs: WINDOW_MS, remaining: 100 - this.used, resetMs: this.leftMs };
    this.limiter.complete(admission.permit, {
      came: 'reply',
      refused: false,
      notice: { policies: [policy] },
    });
    return true;
  }

  private get leftMs(): number {
    return Math.ceil((WINDOW_MS - this.nowMs) / 1_000) * 1_000;
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('send' as const) }),
    fc.record({ what: fc.constant('read' as const) }),
    fc.record({ what: fc.constant('others' as const), calls: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
  ),
  { maxLength: 25 },
);

test('reads for speed leave 80 of 100 calls, whatever else was called, by us or by others that a reply told of', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const window = new Window();
      window.call('urgent');
      for (const step of given) {
        if (step.what === 'wait') window.nowMs += step.ms;
        if (step.what === 'others') window.used = Math.min(99, window.used + step.calls);
        if (step.what === 'send' || step.what === 'others') window.call('urgent');
        for (let read = 0; step.what === 'read' && read < 30 && window.reads.forSpeedInMs === 0; read++) {
          window.call('routine');
          if (window.used > 20) throw new Error(`${100 - window.used} calls are left`);
        }
      }
    }),
  );
});

test('while few calls are used, reads for speed are spared until 20 are', () => {
  const window = new Window();
  for (let sent = 0; sent < 5; sent++) window.call('urgent');
  while (window.reads.forSpeedInMs === 0) window.call('routine');
  expect(window.used).toBe(20);
});

test('no read is made for speed where urgent work is expected to need more than a burst leaves', () => {
  const window = { limit: 100, windowMs: WINDOW_MS, remaining: 99, endsInMs: 600_000, isOpen: true };
  const snapshot = { ...window, inFlight: 0, usedByOthers: 0 };
  expect(forSpeedInMs({ ...snapshot, reserve: 20 })).toBe(0);
  expect(forSpeedInMs({ ...snapshot, reserve: 21 })).toBe(WINDOW_MS / 20);
  expect(forSpeedInMs({ ...snapshot, reserve: 21, endsInMs: 9 })).toBe(9);
});

test('without a limiter nothing is known to be spared, and no read is made for speed', () => {
  expect(new ReadLimiter(undefined, 1, () => 0).forSpeedInMs).toBe(Infinity);
});
