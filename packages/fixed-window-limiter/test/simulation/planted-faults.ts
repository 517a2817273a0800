import {
  RateLimiter,
  type Admission,
  type CallOutcome,
  type Permit,
  type RateLimiterSettings,
  type Urgency,
} from '../../src';
import type { MakeLimiter, SimulatedSettings } from './simulate';

/** A bucket that fills evenly: it lets too many through around the window's edges. */
class TokenBucket {
  private tokens: number;
  private atMs = 0;

  constructor(private readonly settings: SimulatedSettings) {
    this.tokens = settings.policy.limit;
  }

  admit(): Admission {
    const { limit, windowMs } = this.settings.policy;
    const nowMs = this.settings.now();
    this.tokens = Math.min(limit, this.tokens + ((nowMs - this.atMs) * limit) / windowMs);
    this.atMs = nowMs;
    if (this.tokens < 1) return { admitted: false, waitMs: ((1 - this.tokens) * windowMs) / limit };
    this.tokens -= 1;
    return { admitted: true, permit: {} as Permit };
  }

  complete() {}
  attach() {}
}

class IgnoringHeaders extends RateLimiter {
  override complete(permit: Permit, outcome: CallOutcome): void {
    const notice = { policies: [] };
    super.complete(permit, outcome.came === 'reply' ? { ...outcome, notice } : outcome);
  }
}

class NeverReleasing extends RateLimiter {
  override admit(urgency: Urgency): Admission {
    const { remaining, limit, endsInMs, windowMs } = this.snapshot();
    const isKept = urgency === 'routine' && remaining <= limit / 10 && endsInMs < windowMs;
    return isKept ? { admitted: false, waitMs: Math.max(1_000, endsInMs) } : super.admit(urgency);
  }
}

class StarvingRoutine extends RateLimiter {
  private urgentWaits: () => boolean = () => false;

  constructor(private readonly given: RateLimiterSettings & SimulatedSettings) {
    super(given);
  }

  override attach(queues: Parameters<RateLimiter['attach']>[0]) {
    super.attach(queues);
    this.urgentWaits = () => queues.urgentWaits(this.given.now());
  }

  override admit(urgency: Urgency): Admission {
    const gives = urgency === 'routine' && this.urgentWaits();
    return gives ? { admitted: false, waitMs: 1_000 } : super.admit(urgency);
  }
}

/** Limiters that are wrong in one way each. */
export const plantedFaults: Record<string, MakeLimiter> = {
  'a token bucket instead of the window': (settings) => new TokenBucket(settings),
  'headers ignored': (settings) => new IgnoringHeaders(settings),
  'a reserve that is never released': (settings) => new NeverReleasing(settings),
  'routine calls starved': (settings) => new StarvingRoutine(settings),
};
