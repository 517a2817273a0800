import { RateLimiter, type Admission, type CallOutcome, type Permit } from 'fixed-window-limiter';
import { OBSERVED_POLICY } from '../../src/bank/client';

/** Lets every request through, and only remembers for how long the bank said to stay away: the product's client without its limiter. */
export class NoOpLimiter extends RateLimiter {
  private awayUntilMs = 0;

  constructor() {
    super({ policy: OBSERVED_POLICY });
  }

  override admit(): Admission {
    return { admitted: true, permit: { sentMs: performance.now() } as Permit };
  }

  override waitMs(): number {
    return Math.max(0, this.awayUntilMs - performance.now());
  }

  override complete(_permit: Permit, outcome: CallOutcome): void {
    if (outcome.came !== 'reply' || !outcome.refused) return;
    const { retryAfterMs, policies } = outcome.notice;
    this.awayUntilMs = performance.now() + (retryAfterMs ?? policies[0]?.resetMs ?? 0);
  }
}
