import {
  RequestBudget,
  type Admission,
  type Permit,
  type Settlement,
  type Urgency,
} from '../../../src/service/request-budget';
import type { MakeBudget } from './simulate';

/** A bucket that fills evenly: it lets too many through around the window's edges. */
class TokenBucket {
  private tokens: number;
  private atMs = 0;

  constructor(private readonly policy: { limit: number; windowMs: number }) {
    this.tokens = policy.limit;
  }

  admit(nowMs: number): Admission {
    const { limit, windowMs } = this.policy;
    this.tokens = Math.min(limit, this.tokens + ((nowMs - this.atMs) * limit) / windowMs);
    this.atMs = nowMs;
    if (this.tokens < 1) return { admitted: false, waitMs: ((1 - this.tokens) * windowMs) / limit };
    this.tokens -= 1;
    return { admitted: true, permit: {} as Permit };
  }

  settle() {}
  heed() {}
}

class HeedlessOfHeaders extends RequestBudget {
  override settle(permit: Permit, nowMs: number, settlement: Settlement): void {
    const notice = { quotas: [] };
    super.settle(permit, nowMs, settlement.came === 'reply' ? { ...settlement, notice } : settlement);
  }
}

class NeverReleasing extends RequestBudget {
  override admit(nowMs: number, urgency: Urgency): Admission {
    const { remaining, limit, endsInMs, windowMs } = this.standing(nowMs);
    const isKept = urgency === 'routine' && remaining <= limit / 10 && endsInMs < windowMs;
    return isKept ? { admitted: false, waitMs: Math.max(1_000, endsInMs) } : super.admit(nowMs, urgency);
  }
}

class StarvingRoutine extends RequestBudget {
  private urgentWaits: (nowMs: number) => boolean = () => false;

  override heed(lanes: Parameters<RequestBudget['heed']>[0]) {
    super.heed(lanes);
    this.urgentWaits = (nowMs) => lanes.urgentWaits(nowMs);
  }

  override admit(nowMs: number, urgency: Urgency): Admission {
    const gives = urgency === 'routine' && this.urgentWaits(nowMs);
    return gives ? { admitted: false, waitMs: 1_000 } : super.admit(nowMs, urgency);
  }
}

/** Budgets that are wrong in one way each. */
export const plantedFaults: Record<string, MakeBudget> = {
  'a token bucket instead of the window': (policy) => new TokenBucket(policy),
  'headers ignored': (policy, random) => new HeedlessOfHeaders(policy, random),
  'a reserve that is never released': (policy, random) => new NeverReleasing(policy, random),
  'routine calls starved': (policy, random) => new StarvingRoutine(policy, random),
};
