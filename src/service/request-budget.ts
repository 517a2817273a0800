import { CallTally, type CallCount } from './call-tally';
import type { Urgency } from './lane-shares';
import { Quota, type Moment, type Permit } from './quota';
import type { QuotaNotice, RateLimitNotice } from './rate-limit-headers';
import type { RatePolicy } from './rate-window';

export type { Urgency } from './lane-shares';
export type { Permit } from './quota';

/** Interface, "Limits": the observed policy, 100 requests in 900 seconds. The headers of replies correct it. */
const OBSERVED_POLICY: RatePolicy = { limit: 100, windowMs: 900_000 };

/** Where the budget stands: what a call may still count on, and until when. Counts of requests, real milliseconds. */
export interface BudgetStanding {
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that the current window still takes, those in flight taken off. */
  readonly remaining: number;
  /** Of those, what is kept for urgent calls. */
  readonly reserve: number;
  /** Until the current window ends; the whole length when none is open. */
  readonly endsInMs: number;
  /** Requests under way. */
  readonly inFlight: number;
  /** Requests of this window that were not ours, or ours before a restart; at least so many. */
  readonly usedByOthers: number;
}

/** The answer to whoever wants to send. Those who must wait come back after `waitMs`. */
export type Admission =
  | { readonly admitted: true; readonly permit: Permit }
  | { readonly admitted: false; readonly waitMs: number };

/** What became of a request: it never left, no reply came, or one came with its notice. */
export type Settlement =
  | { readonly came: 'nothing sent' }
  | { readonly came: 'no reply' }
  | { readonly came: 'reply'; readonly refused: boolean; readonly notice: RateLimitNotice };

/** What the budget hears from the lanes, and they from it. */
export interface LaneWatch {
  urgentWaits(nowMs: number): boolean;
  /** There may be room again. */
  settled(): void;
}

/**
 * The requests that the service still takes: one policy as observed, or as many as its replies name; all of them must
 * have room. Rules only; times are passed in, in milliseconds of one monotonic clock.
 */
export class RequestBudget {
  private quotas: Quota[];
  private inFlight = 0;
  private readonly tally = new CallTally();
  private lanes: LaneWatch = { urgentWaits: () => false, settled: () => undefined };

  constructor(
    policy: RatePolicy = OBSERVED_POLICY,
    /** In [0, 1), to spread those who wait. */
    private readonly random: () => number = Math.random,
  ) {
    this.quotas = [new Quota(policy, random)];
  }

  /** From now on routine calls also give way while urgent work is known to wait in its queue. */
  heed(lanes: LaneWatch): void {
    this.lanes = lanes;
  }

  /** Lets a request through, or not yet. One that was let through counts at once and must be settled. */
  admit(nowMs: number, urgency: Urgency = 'urgent', operation = 'a call'): Admission {
    const waitMs = this.waitMs(nowMs, urgency);
    if (waitMs > 0) return { admitted: false, waitMs };
    const windows = new Map(this.quotas.map((quota) => [quota, quota.current]));
    const permit: Permit = { operation, urgency, sentMs: nowMs, windows };
    for (const quota of this.quotas) quota.take(permit);
    this.tally.add(this.quotas[0]?.current, operation, urgency, { calls: 1 });
    this.inFlight += 1;
    return { admitted: true, permit };
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be let through now. */
  waitMs(nowMs: number, urgency: Urgency = 'urgent'): number {
    const moment = this.turn(nowMs);
    return Math.max(...this.quotas.map((quota) => quota.waitMs(urgency, moment)));
  }

  /** How many requests would be let through now, one after the other. */
  roomFor(nowMs: number, urgency: Urgency): number {
    const moment = this.turn(nowMs);
    return Math.min(...this.quotas.map((quota) => quota.roomFor(urgency, moment)));
  }

  /** Where the budget stands now: the policy that leaves the least. */
  standing(nowMs: number): BudgetStanding {
    const [tightest] = this.standings(nowMs).toSorted((one, other) => one.remaining - other.remaining);
    return tightest as BudgetStanding;
  }

  /** What was called in the current window of the first policy. */
  calls(nowMs: number): CallCount[] {
    this.turn(nowMs);
    return this.tally.of(this.quotas[0]?.current);
  }

  /** Where each policy stands now. */
  standings(nowMs: number): BudgetStanding[] {
    const moment = this.turn(nowMs);
    return this.quotas.map((quota) => {
      const { limit, lengthMs: windowMs, usedByOthers } = quota.current;
      const endsInMs = Math.min(windowMs, quota.current.endsInMs(nowMs));
      return { limit, windowMs, endsInMs, usedByOthers, inFlight: this.inFlight, ...quota.remains(moment) };
    });
  }

  /** Takes note of what became of a request that was let through. */
  settle(permit: Permit, nowMs: number, settlement: Settlement): void {
    this.inFlight -= 1;
    this.count(permit, settlement);
    if (settlement.came === 'reply') this.learn(permit, nowMs, settlement);
    for (const quota of settlement.came === 'reply' ? [] : this.quotas) {
      if (settlement.came === 'nothing sent') quota.takeBack(permit);
      else quota.countUnclear(permit, nowMs);
    }
    this.lanes.settled();
  }

  /** What never left is taken back; refusals are counted. */
  private count({ operation, urgency, windows }: Permit, settlement: Settlement) {
    const [first] = this.quotas;
    if (first?.current !== (first && windows.get(first))) return;
    if (settlement.came === 'nothing sent') this.tally.add(first?.current, operation, urgency, { calls: -1 });
    if (settlement.came === 'reply' && settlement.refused)
      this.tally.add(first?.current, operation, urgency, { refused: 1 });
  }

  private learn(
    permit: Permit,
    nowMs: number,
    { refused, notice }: Extract<Settlement, { came: 'reply' }>,
  ): void {
    const moment = { nowMs, inFlight: this.inFlight };
    const matched = this.matched(notice.quotas);
    const learnt = this.quotas.filter((quota) => quota.learn(permit, moment, matched.get(quota) ?? {}));
    for (const [quota, said] of matched) {
      if (this.quotas.includes(quota)) continue;
      quota.meet(permit, moment, said);
      this.quotas.push(quota);
      learnt.push(quota);
    }
    if (!refused) return;
    // A refusal closes the policies that are used up, as the service says, or the first.
    const usedUp = learnt.filter((quota) => matched.get(quota)?.remaining === 0);
    for (const quota of usedUp.length > 0 ? usedUp : learnt.slice(0, 1))
      quota.current.close(nowMs, matched.get(quota) ?? {}, notice.retryAfterMs);
  }

  /** Which notice speaks of which policy, with new ones for policies that were not known. */
  private matched(notices: readonly QuotaNotice[]): Map<Quota, QuotaNotice> {
    const matched = new Map<Quota, QuotaNotice>();
    for (const notice of notices) {
      const free = this.quotas.filter((quota) => !matched.has(quota));
      const quota = free.find((each) => each.isMeantBy(notice)) ?? this.inPlaceOf(notice, notices, free);
      if (quota) matched.set(quota, notice);
    }
    if (notices.some(({ windowMs }) => windowMs !== undefined))
      for (const quota of this.quotas) quota.isListed = matched.has(quota);
    return matched;
  }

  /** A policy that changed, or the observed one when the service says another, or one more. */
  private inPlaceOf(notice: QuotaNotice, notices: readonly QuotaNotice[], free: readonly Quota[]) {
    const replaced = free.find(
      (quota) => !quota.isKnown || (notices.length === 1 && this.quotas.length === 1),
    );
    if (replaced || notice.windowMs === undefined || notice.limit === undefined) return replaced;
    return new Quota(
      { limit: notice.limit, windowMs: notice.windowMs },
      this.random,
      notice.name,
      this.inFlight,
    );
  }

  /** Leaves the windows that have ended, and the policies that the service no longer names. */
  private turn(nowMs: number): Moment {
    const { inFlight } = this;
    const kept = this.quotas.filter((quota) => quota.isListed || !quota.hasEnded(nowMs));
    if (kept.length > 0) this.quotas = kept;
    for (const quota of this.quotas) quota.turn({ nowMs, inFlight });
    return { nowMs, inFlight, urgentWaits: this.lanes.urgentWaits(nowMs) };
  }
}
