import {
  RequestBudget,
  type Admission,
  type Permit,
  type Settlement,
} from '../../src/service/request-budget';

/** Lets every request through, and only remembers for how long the service said to stay away: the product's client without its budget. */
export class HeedlessBudget extends RequestBudget {
  private awayUntilMs = 0;

  override admit(nowMs: number): Admission {
    return { admitted: true, permit: { sentMs: nowMs } as Permit };
  }

  override waitMs(nowMs: number): number {
    return Math.max(0, this.awayUntilMs - nowMs);
  }

  override settle(_permit: Permit, nowMs: number, settlement: Settlement): void {
    if (settlement.came !== 'reply' || !settlement.refused) return;
    const { retryAfterMs, quotas } = settlement.notice;
    this.awayUntilMs = nowMs + (retryAfterMs ?? quotas[0]?.resetMs ?? 0);
  }
}
