import { RateLimiter, type RateLimiterSettings } from '../../src';

/** A limiter on a clock that the test sets: `limiter.at(200).admit()`. */
export class TimedLimiter extends RateLimiter {
  private readonly clock: { nowMs: number };

  constructor(settings: Partial<Omit<RateLimiterSettings, 'now'>> = {}) {
    const clock = { nowMs: 0 };
    super({
      policy: { limit: 100, windowMs: 900_000 },
      random: () => 0,
      ...settings,
      now: () => clock.nowMs,
    });
    this.clock = clock;
  }

  /** The same limiter, at this millisecond. */
  at(nowMs: number): this {
    this.clock.nowMs = nowMs;
    return this;
  }
}
