import type { Admission, CallOutcome, RateLimitSnapshot } from './admission';
import { Breaker, type BreakerSettings } from './circuit-breaker';
import type { FixedWindow, RateLimitPolicy } from './fixed-window';
import type { PolicyNotice, RateLimitNotice } from './headers';
import { matchNotices, PolicyWindows, type Moment, type Permit } from './policy-windows';
import type { Urgency } from './priority-reservation';
import { tuning } from './tuning';
import { UsageCounter, type OperationUsage } from './usage-counter';

const { notAllowedMs, starvedFrom } = tuning.window;

type ReplyCame = Extract<CallOutcome, { came: 'reply' }>;

/**
 * The requests that the server still takes: by the given policy, or by every policy its replies name; all
 * of them must have room. While the server is down, one request at a time tries it.
 */
export class RateLimiter {
  private policies: PolicyWindows[];
  private readonly open = new Set<Permit>();
  private headersSeen = false;
  /** Knows whether the server is down, and when to try it. */
  breaker: Breaker;
  private usageCounter = new UsageCounter();
  private queues: QueueObserver = { urgentWaits: () => false, roomChanged: () => undefined };
  private readonly policy: RateLimitPolicy;
  private readonly now: () => number;
  private readonly random: () => number;

  constructor(private readonly settings: RateLimiterSettings) {
    const { policy, now = () => performance.now(), random = Math.random } = settings;
    if (!(policy.limit >= 1)) throw new RangeError('policy.limit must be at least 1 call');
    if (!(policy.windowMs > 0)) throw new RangeError('policy.windowMs must be above 0 milliseconds');
    this.policy = policy;
    this.now = now;
    this.random = random;
    this.policies = [new PolicyWindows(policy, random)];
    this.breaker = this.newBreaker();
  }

  /** Whether this process may call the server at this moment. It is asked again right before a request goes out. */
  readonly mayCall = (): boolean => this.settings.mayCall?.() ?? true;

  /**
   * Forgets its knowledge of the server, which another process has called meanwhile. After `usedUpForMs`, for
   * which the window is known to be used up, one request finds out the window's state.
   */
  startOver(usedUpForMs = 0): void {
    const first = new PolicyWindows(this.policy, this.random, undefined, this.inFlight);
    if (usedUpForMs > 0) first.close(this.now(), {}, usedUpForMs);
    this.policies = [first];
    this.breaker = this.newBreaker();
    this.usageCounter = new UsageCounter();
    this.queues.roomChanged();
  }

  /** From now on routine calls also give way while urgent work waits in its queue. */
  attach(queues: QueueObserver): void {
    this.queues = queues;
  }

  /** Admits a request, or refuses it for now. An admitted request counts at once and must be completed. */
  admit(urgency: Urgency = 'urgent', operation = 'a call'): Admission {
    const waitMs = this.waitMs(urgency);
    if (waitMs > 0) return this.breaker.refusal(waitMs);
    const windows = new Map(this.policies.map((policy) => [policy, policy.current]));
    const permit: Permit = { operation, urgency, sentMs: this.now(), windows };
    for (const policy of this.policies) policy.take(permit);
    this.usageCounter.add(this.firstWindow, operation, urgency, { calls: 1 });
    this.open.add(permit);
    this.breaker.sent(permit);
    return { admitted: true, permit };
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be admitted now. */
  waitMs(urgency: Urgency = 'urgent'): number {
    if (!this.mayCall()) return notAllowedMs;
    const moment = this.rollOver();
    const windowsMs = this.policies.map((policy) => policy.waitMs(urgency, moment));
    return Math.max(this.breaker.waitMs, ...windowsMs);
  }

  /** How many tasks a queue may hand out: in an outage any number, as a call that fails at once says why. */
  slotsFor(urgency: Urgency): number {
    return this.breaker.outage && this.mayCall() ? Infinity : this.roomFor(urgency);
  }

  /** How many requests would be admitted now, one after the other. */
  roomFor(urgency: Urgency): number {
    if (!this.mayCall()) return 0;
    const moment = this.rollOver();
    return Math.min(...this.policies.map((policy) => policy.roomFor(urgency, moment)));
  }

  /** The state of the policy with the fewest calls left. */
  snapshot(): RateLimitSnapshot {
    const [tightest] = this.snapshots().toSorted((one, other) => one.remaining - other.remaining);
    return tightest as RateLimitSnapshot;
  }

  snapshots(): RateLimitSnapshot[] {
    const moment = this.rollOver();
    return this.policies.map((policy) => {
      const { limit, lengthMs: windowMs, usedByOthers } = policy.current;
      const endsInMs = policy.endsInMs(moment.nowMs);
      const time = { windowMs, isOpen: endsInMs < Infinity, endsInMs: Math.min(windowMs, endsInMs) };
      return { limit, ...time, usedByOthers, inFlight: this.inFlight, ...policy.remains(moment) };
    });
  }

  /** Windows in a row with only one call: the server's count, or another user of the key, leaves no more. */
  get starvedWindows(): number {
    return Math.max(...this.policies.map((policy) => policy.starvedWindows));
  }

  /** The calls in the current window of the first policy. */
  usage(): OperationUsage[] {
    this.rollOver();
    return this.usageCounter.of(this.firstWindow);
  }

  /** Records the outcome of an admitted request; the first one counts. */
  complete(permit: Permit, outcome: CallOutcome): void {
    if (!this.open.delete(permit)) return;
    this.breaker.completed(permit, outcome, this.longestWindowMs);
    this.count(permit, outcome);
    if (outcome.came === 'reply') this.learn(permit, outcome);
    for (const policy of outcome.came === 'reply' ? [] : this.policies) {
      if (outcome.came === 'nothing sent') policy.takeBack(permit);
      else policy.countUnclear(permit, this.now());
    }
    this.queues.roomChanged();
  }

  private get inFlight(): number {
    return this.open.size;
  }

  private newBreaker(): Breaker {
    const { now, random } = this;
    return new Breaker({ now, random, onOutage: this.settings.onOutage });
  }

  private get longestWindowMs(): number {
    return Math.max(...this.policies.map(({ current }) => current.lengthMs));
  }

  private get firstWindow(): FixedWindow | undefined {
    return this.policies[0]?.current;
  }

  /** Uncounts requests that never left, and counts refusals. */
  private count({ operation, urgency, windows }: Permit, outcome: CallOutcome) {
    const [first] = this.policies;
    if (!first || first.current !== windows.get(first)) return;
    if (outcome.came === 'nothing sent')
      this.usageCounter.add(first.current, operation, urgency, { calls: -1 });
    if (outcome.came === 'reply' && outcome.refused)
      this.usageCounter.add(first.current, operation, urgency, { refused: 1 });
  }

  private learn(permit: Permit, { refused, notice }: ReplyCame): void {
    const moment = { nowMs: this.now(), inFlight: this.inFlight };
    this.reportMissingHeaders(notice);
    const matched = this.matched(notice.policies);
    const learnt = this.policies.filter((policy) => policy.learn(permit, moment, matched.get(policy) ?? {}));
    for (const [policy, said] of matched) {
      if (this.policies.includes(policy)) continue;
      policy.learnFirst(permit, moment, said);
      this.policies.push(policy);
      learnt.push(policy);
    }
    if (!refused) return;
    // A refusal closes the policies that the server reports as used up, or else the first.
    const usedUp = learnt.filter((policy) => matched.get(policy)?.remaining === 0);
    for (const policy of usedUp.length > 0 ? usedUp : learnt.slice(0, 1))
      policy.close(moment.nowMs, matched.get(policy) ?? {}, notice.retryAfterMs);
  }

  private reportMissingHeaders({ policies }: RateLimitNotice) {
    if (!this.headersSeen && policies.length === 0) this.settings.onMissingHeaders?.(this.policy);
    this.headersSeen = true;
  }

  private matched(notices: readonly PolicyNotice[]): Map<PolicyWindows, PolicyNotice> {
    return matchNotices(
      notices,
      this.policies,
      (policy, name) => new PolicyWindows(policy, this.random, name, this.inFlight),
    );
  }

  /** Leaves the windows that have ended, and the policies that the server no longer names. */
  private rollOver(): Moment {
    const { inFlight } = this;
    const nowMs = this.now();
    const kept = this.policies.filter((policy) => policy.isListed || policy.endsInMs(nowMs) > 0);
    if (kept.length > 0) this.policies = kept;
    const before = this.starvedWindows;
    for (const policy of this.policies) policy.rollOver({ nowMs, inFlight });
    const starved = this.starvedWindows;
    if (before < starvedFrom && starved >= starvedFrom) this.settings.onStarved?.(starved);
    return { nowMs, inFlight, urgentWaits: this.queues.urgentWaits(nowMs) };
  }
}

/** The limiter's view of the task queues. */
export interface QueueObserver {
  urgentWaits(nowMs: number): boolean;
  /** Called when there may be room again. */
  roomChanged(): void;
}

export interface RateLimiterSettings {
  /** The policy in force until replies say otherwise. @throws RangeError from the constructor if it allows no call */
  readonly policy: RateLimitPolicy;
  /** Milliseconds of a monotonic clock; by default `performance.now()`. */
  readonly now?: () => number;
  /** In [0, 1), to spread callers that wait; by default `Math.random()`. */
  readonly random?: () => number;
  /** Called once, when the first reply has no rate-limit headers; the limiter then follows this policy. */
  readonly onMissingHeaders?: (kept: RateLimitPolicy) => void;
  /** Called when two windows in a row took only one call: another client uses the key up. */
  readonly onStarved?: (windows: number) => void;
  /** Called when an outage begins and, with its length in milliseconds, when it ends. */
  readonly onOutage?: BreakerSettings['onOutage'];
  /** Whether this process may call the server now; without it, it always may. */
  readonly mayCall?: () => boolean;
}
