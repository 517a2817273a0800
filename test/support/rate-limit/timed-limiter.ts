import { RateLimiter, type RateLimiterSettings } from '../../../src/rate-limit/rate-limiter';

/** A limiter on a clock that the test sets: `limiter.at(200).admit()`. */
export class TimedLimiter extends RateLimiter {
  private readonly clock: { nowMs: number };

  constructor(settings: Omit<RateLimiterSettings, 'now'> = {}) {
    const clock = { nowMs: 0 };
    super({ random: () => 0, ...settings, now: () => clock.nowMs });
    this.clock = clock;
  }

  /** The same limiter, at this millisecond. */
  at(nowMs: number): this {
    this.clock.nowMs = nowMs;
    return this;
  }
}
