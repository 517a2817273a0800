import type { PolicyNotice } from './headers';
import { tuning } from './tuning';

const { roundingMs, longestMs } = tuning.window;

/** A rate-limit policy: `limit` requests per window of `windowMs` milliseconds. */
export interface RateLimitPolicy {
  /** Requests per window; `Infinity`: no limit. */
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * One window of the server's rate limit, as far as it can be known from outside. It keeps two counts, ours and
 * the server's, and the smaller allowance holds. It knows the end between two bounds, since the server writes a
 * reply some time between sending and receiving. All times are milliseconds of one monotonic clock.
 */
export class FixedWindow {
  private synchronised = false;
  private remaining = Infinity;
  private earliestEndMs = -Infinity;
  private lateReplies = 0;
  /** Requests that count in this window, or may. */
  private ourCount: number;
  /** When the server reported its smallest count. */
  private leastSaidMs = -Infinity;
  private leastSaid = Infinity;
  private sent = 0;
  private usedBefore = 0;
  private taken = 0;
  private repliedMs = Infinity;
  /** End times of requests that the server's count may not have included then. */
  private readonly unclearMs: number[] = [];

  constructor(
    private policy: RateLimitPolicy,
    /** Requests of the previous window that may count here. */
    private readonly carried = 0,
    /** The earliest instant at which a carried request may have opened this window. */
    private openSinceMs = Infinity,
    private latestEndMs = Infinity,
  ) {
    this.ourCount = carried;
  }

  /** Whether a reply has shown this window's count and end. */
  get isKnown(): boolean {
    return this.synchronised;
  }

  get limit(): number {
    return this.policy.limit;
  }

  get lengthMs(): number {
    return this.policy.windowMs;
  }

  /** Requests that this window still allows, by the smaller count; the server's may lack those in flight. */
  room(inFlight: number): number {
    return Math.min(this.policy.limit - this.ourCount, this.remaining - inFlight);
  }

  /** Requests that were not ours, before our first and since: a lower bound. */
  get usedByOthers(): number {
    return this.usedBefore + this.taken;
  }

  /** Requests of others since the first reply, as far as the server's count shows them. */
  get takenByOthers(): number {
    return this.taken;
  }

  /** Requests that others may have made since the last reply, at the limit's full rate. */
  unreportedAt(nowMs: number): number {
    const unreported = Math.floor((this.policy.limit * (nowMs - this.repliedMs)) / this.lengthMs);
    return Number.isFinite(unreported) ? Math.max(0, unreported) : 0;
  }

  /** Whether no request can go out before the end, whatever pending replies say. */
  get isUsedUp(): boolean {
    return this.ourCount >= this.policy.limit || this.remaining <= 0;
  }

  /** Whether the server said with the first reply that it takes no further call. */
  get tookOneCall(): boolean {
    return this.policy.limit > 1 && this.sent <= 1 && this.leastSaid <= 0;
  }

  /** Milliseconds until this window has ended for certain; not above 0 when it has. */
  endsInMs(nowMs: number): number {
    return this.latestEndMs - nowMs;
  }

  /** The fraction of this window that has passed, from 0 to 1; 1 when it may have ended. */
  ageAt(nowMs: number): number {
    const endMs = Number.isFinite(this.earliestEndMs) ? this.earliestEndMs : this.latestEndMs;
    return Math.min(1, Math.max(0, 1 - (endMs - nowMs) / this.lengthMs));
  }

  /** The window after this one. It also counts replies that arrived when this one may have been over. */
  next(nowMs: number, inFlight: number): FixedWindow {
    const carried = inFlight + this.lateReplies;
    if (carried === 0) return new FixedWindow(this.policy);
    const openSinceMs = Math.max(this.openSinceMs, this.earliestEndMs);
    return new FixedWindow(this.policy, carried, openSinceMs, this.latestEndIfOpenAt(nowMs));
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

  /** Counts a request that the server's count may or may not include. */
  countUnclear(nowMs: number): void {
    this.addUnclear(nowMs);
    if (!this.synchronised) this.latestEndMs = this.latestEndIfOpenAt(nowMs);
    this.countLate(nowMs);
  }

  /** Whether a reply must belong to a later window, because even its earliest end lies after this one. */
  isOlderThan(sentMs: number, notice: PolicyNotice): boolean {
    const resetMs = this.plausibleResetMs(notice);
    return resetMs !== undefined && sentMs + resetMs - roundingMs > this.latestEndMs;
  }

  /** Learns from the reply to a request of this window. */
  learn(sentMs: number, nowMs: number, said: PolicyNotice, inFlight: number): void {
    const notice = this.isStale(sentMs, said) ? {} : said;
    this.policy = { ...this.policy, ...policyIn(notice) };
    if (notice.remaining === undefined) this.addUnclear(nowMs);
    else this.learnCount(sentMs, nowMs, notice.remaining, inFlight);
    this.learnEnd(sentMs, nowMs, this.plausibleResetMs(notice));
    this.synchronised = true;
    this.repliedMs = nowMs;
    this.countLate(nowMs);
  }

  /** Ignores a reset beyond the window's length (some servers send an instant instead). */
  plausibleResetMs({ resetMs }: PolicyNotice): number | undefined {
    return resetMs !== undefined && resetMs <= this.policy.windowMs ? resetMs : undefined;
  }

  private addUnclear(nowMs: number) {
    this.remaining -= 1;
    this.unclearMs.push(nowMs);
  }

  /** Whether a proxy repeats an earlier reply: a later request must have lowered the count. */
  private isStale(sentMs: number, { remaining = -1 }: PolicyNotice): boolean {
    return this.synchronised && sentMs >= this.leastSaidMs && remaining >= this.leastSaid && remaining > 0;
  }

  private learnCount(sentMs: number, nowMs: number, said: number, inFlight: number) {
    const perhapsNotIncluded = this.unclearMs.filter((endedMs) => endedMs >= sentMs).length;
    const remaining = said - perhapsNotIncluded;
    const used = this.policy.limit - remaining;
    // The opening request is the only one in flight, so the server's count is exact then.
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
    if (this.synchronised && resetMs === undefined) return;
    const aheadMs = resetMs ?? this.policy.windowMs;
    const isOpener = !this.synchronised && this.unclearMs.length === 0;
    const seenFromMs = resetMs !== undefined && (this.synchronised || isOpener) ? sentMs : this.openSinceMs;
    const latestMs = nowMs + aheadMs + roundingMs;
    this.latestEndMs = this.synchronised ? Math.min(this.latestEndMs, latestMs) : latestMs;
    const earliestMs = Math.max(this.earliestEndMs, seenFromMs + aheadMs - roundingMs);
    this.earliestEndMs = Math.min(earliestMs, this.latestEndMs);
  }

  /** A window that was open at an instant has ended for certain one length later. */
  private latestEndIfOpenAt(instantMs: number): number {
    return instantMs + this.policy.windowMs + roundingMs;
  }

  private countLate(nowMs: number) {
    if (this.synchronised && nowMs >= this.earliestEndMs) this.lateReplies += 1;
  }
}

function policyIn({ limit = 0, windowMs = 0 }: PolicyNotice): Partial<RateLimitPolicy> {
  return { ...(limit > 0 && { limit }), ...(windowMs > 0 && windowMs <= longestMs && { windowMs }) };
}
