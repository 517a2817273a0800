import type { QuotaNotice } from './rate-limit-headers';

/** So many requests in a window of so many milliseconds. */
export interface RatePolicy {
  readonly limit: number;
  readonly windowMs: number;
}

/** Headers carry whole seconds, rounded either way. */
const ROUNDING_MS = 1_000;
/** A policy for longer than a day is not the one of the interface. */
const LONGEST_WINDOW_MS = 86_400_000;
/** However far away the service says the end is, look again after this. */
const LONGEST_CLOSURE_MS = 3_600_000;

/**
 * One window of the service's rate limit, as far as it can be known from outside. Two counts run, ours and the
 * service's, and the smaller allowance holds. The end is known between two bounds, since a reply is written some time
 * between sending and receiving. All times are milliseconds of one monotonic clock.
 */
export class RateWindow {
  private synchronised = false;
  private refused = false;
  private remaining = Infinity;
  private earliestEndMs = -Infinity;
  private lateReplies = 0;
  /** Requests that count here, or may. */
  private ourCount: number;
  /** When the service's count was the smallest that we have heard of. */
  private leastSaidMs = -Infinity;
  private leastSaid = Infinity;
  private sent = 0;
  private usedBefore = 0;
  private taken = 0;
  private heardMs = Infinity;
  /** When requests ended that the service's count may not have included at the time. */
  private readonly unclearMs: number[] = [];

  constructor(
    private policy: RatePolicy,
    /** Requests of the window before that may count here. */
    private readonly carried = 0,
    /** The earliest instant at which one of them may have opened this window. */
    private openSinceMs = Infinity,
    private latestEndMs = Infinity,
  ) {
    this.ourCount = carried;
  }

  /** Whether a reply has shown where this window stands. */
  get isKnown(): boolean {
    return this.synchronised;
  }

  get limit(): number {
    return this.policy.limit;
  }

  get lengthMs(): number {
    return this.policy.windowMs;
  }

  /** Requests that this window still allows, by the smaller count; those in flight may not be in the service's yet. */
  room(inFlight: number): number {
    return this.refused ? 0 : Math.min(this.policy.limit - this.ourCount, this.remaining - inFlight);
  }

  /** Requests that were not ours: what was used before we came, and what others took since. At least so many. */
  get usedByOthers(): number {
    return this.usedBefore + this.taken;
  }

  /** Requests of others since the first reply, as far as the service's count shows them. */
  get takenByOthers(): number {
    return this.taken;
  }

  /** Requests that others may have made since the last reply, were they as busy as the limit allows. */
  unheardAt(nowMs: number): number {
    const unheard = Math.floor((this.policy.limit * (nowMs - this.heardMs)) / this.lengthMs);
    return Number.isFinite(unheard) ? Math.max(0, unheard) : 0;
  }

  /** Whether nothing can go out before the end, whatever replies are under way. */
  get isUsedUp(): boolean {
    return this.refused || this.ourCount >= this.policy.limit || this.remaining <= 0;
  }

  /** Milliseconds until this window has ended for certain; not above 0 when it has. */
  endsInMs(nowMs: number): number {
    return this.latestEndMs - nowMs;
  }

  /** How much of this window has passed, from 0 to 1: all of it when it may have ended. */
  ageAt(nowMs: number): number {
    const endMs = Number.isFinite(this.earliestEndMs) ? this.earliestEndMs : this.latestEndMs;
    return Math.min(1, Math.max(0, 1 - (endMs - nowMs) / this.lengthMs));
  }

  /** The window after this one. Replies that came when this one may have been over count there too. */
  next(nowMs: number, inFlight: number): RateWindow {
    const carried = inFlight + this.lateReplies;
    if (carried === 0) return new RateWindow(this.policy);
    const openSinceMs = Math.max(this.openSinceMs, this.earliestEndMs);
    return new RateWindow(this.policy, carried, openSinceMs, this.latestEndIfOpenAt(nowMs));
  }

  countSent(nowMs: number): void {
    this.openSinceMs = Math.min(this.openSinceMs, nowMs);
    this.ourCount += 1;
    this.sent += 1;
  }

  countNotSent(): void {
    this.ourCount -= 1;
    this.sent -= 1;
  }

  /** A request of which nobody can say whether the service's count includes it. */
  countUnclear(nowMs: number): void {
    this.addUnclear(nowMs);
    if (!this.synchronised) this.latestEndMs = this.latestEndIfOpenAt(nowMs);
    this.countLate(nowMs);
  }

  /** Whether even the earliest end that a reply allows lies after this window: then it speaks of a later one. */
  isOlderThan(sentMs: number, notice: QuotaNotice): boolean {
    const resetMs = this.plausibleReset(notice);
    return resetMs !== undefined && sentMs + resetMs - ROUNDING_MS > this.latestEndMs;
  }

  /** Learns from the reply to a request of this window. */
  learn(sentMs: number, nowMs: number, said: QuotaNotice, inFlight: number): void {
    const notice = this.isStale(sentMs, said) ? {} : said;
    this.policy = { ...this.policy, ...policyIn(notice) };
    if (notice.remaining === undefined) this.addUnclear(nowMs);
    else this.learnCount(sentMs, nowMs, notice.remaining, inFlight);
    this.learnEnd(sentMs, nowMs, this.plausibleReset(notice));
    this.synchronised = true;
    this.heardMs = nowMs;
    this.countLate(nowMs);
  }

  /** The service refused a request (429): nothing more until it says. `Retry-After` outranks the reset. */
  close(nowMs: number, notice: QuotaNotice, retryAfterMs?: number): void {
    const endMs = this.endsInMs(nowMs);
    const saidMs = retryAfterMs ?? this.plausibleReset(notice) ?? (endMs > 0 ? endMs : this.lengthMs);
    const closedUntilMs = nowMs + Math.min(saidMs, LONGEST_CLOSURE_MS) + ROUNDING_MS;
    this.latestEndMs = this.refused ? Math.max(this.latestEndMs, closedUntilMs) : closedUntilMs;
    this.refused = true;
  }

  private addUnclear(nowMs: number) {
    this.remaining -= 1;
    this.unclearMs.push(nowMs);
  }

  /** Whether somebody on the way repeats an earlier reply: a request sent later must have lowered the count. */
  private isStale(sentMs: number, { remaining = -1 }: QuotaNotice): boolean {
    return this.synchronised && sentMs >= this.leastSaidMs && remaining >= this.leastSaid && remaining > 0;
  }

  private learnCount(sentMs: number, nowMs: number, said: number, inFlight: number) {
    const perhapsNotIncluded = this.unclearMs.filter((endedMs) => endedMs >= sentMs).length;
    const remaining = said - perhapsNotIncluded;
    const used = this.policy.limit - remaining;
    // The opening request comes back alone, so the service's count is the whole truth then.
    if (!this.synchronised) {
      this.ourCount = Math.max(this.sent, used + inFlight);
      this.usedBefore = Math.max(0, used + inFlight - this.sent - this.carried);
    }
    if (said < this.leastSaid) {
      this.leastSaid = said;
      this.leastSaidMs = nowMs;
    }
    this.remaining = Math.min(this.remaining, remaining);
    const notOurs = this.policy.limit - this.remaining - this.sent - this.carried - this.usedBefore;
    if (Number.isFinite(notOurs)) this.taken = Math.max(this.taken, notOurs);
  }

  private learnEnd(sentMs: number, nowMs: number, resetMs: number | undefined) {
    if (this.refused || (this.synchronised && resetMs === undefined)) return;
    const aheadMs = resetMs ?? this.policy.windowMs;
    const isOpener = !this.synchronised && this.unclearMs.length === 0;
    const seenFromMs = resetMs !== undefined && (this.synchronised || isOpener) ? sentMs : this.openSinceMs;
    const latestMs = nowMs + aheadMs + ROUNDING_MS;
    this.latestEndMs = this.synchronised ? Math.min(this.latestEndMs, latestMs) : latestMs;
    const earliestMs = Math.max(this.earliestEndMs, seenFromMs + aheadMs - ROUNDING_MS);
    this.earliestEndMs = Math.min(earliestMs, this.latestEndMs);
  }

  /** A window that was open at an instant has ended for certain one length later. */
  private latestEndIfOpenAt(instantMs: number): number {
    return instantMs + this.policy.windowMs + ROUNDING_MS;
  }

  private countLate(nowMs: number) {
    if (this.synchronised && nowMs >= this.earliestEndMs) this.lateReplies += 1;
  }

  /** A reset beyond the window's length is not one (some services send an instant instead). */
  private plausibleReset({ resetMs }: QuotaNotice): number | undefined {
    return resetMs !== undefined && resetMs <= this.policy.windowMs ? resetMs : undefined;
  }
}

function policyIn({ limit = 0, windowMs = 0 }: QuotaNotice): Partial<RatePolicy> {
  return { ...(limit > 0 && { limit }), ...(windowMs > 0 && windowMs <= LONGEST_WINDOW_MS && { windowMs }) };
}
