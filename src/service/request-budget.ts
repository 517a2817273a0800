import { LaneShares, TRICKLE_KEPT_UNTIL, type Urgency, type WindowView } from './lane-shares';
import type { RateLimitNotice } from './rate-limit-headers';
import { RateWindow, type RatePolicy } from './rate-window';

/** Interface, "Limits": the observed policy, 100 requests in 900 seconds. The headers of replies correct it. */
const OBSERVED_POLICY: RatePolicy = { limit: 100, windowMs: 900_000 };

export type { Urgency } from './lane-shares';

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
}

/** A request that was let through and not settled yet. */
export interface Permit {
  readonly window: RateWindow;
  readonly urgency: Urgency;
  readonly sentMs: number;
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

/** How long to wait for replies that are under way before asking again, on average. */
const REPLY_WAIT_MS = 400;
/** Those who waited for the end of a window come back over this share of its length. */
const SPREAD = 1 / 200;
/** Those who wait for the other urgency's share look again after this part of a window at the latest. */
const LONGEST_GUESS = 1 / 20;

/**
 * The requests that the service still takes: its fixed windows, one after the other, each opened by the first request
 * after the last one ended. Rules only; times are passed in, in milliseconds of one monotonic clock.
 *
 * One request opens a window and the others wait for its reply, which tells where the window really stands: after a
 * restart, or beside another user of the same keys.
 */
export class RequestBudget {
  private window: RateWindow;
  private readonly shares = new LaneShares();
  private opener: Permit | undefined;
  private inFlight = 0;
  private lanes: LaneWatch = { urgentWaits: () => false, settled: () => undefined };

  constructor(
    policy: RatePolicy = OBSERVED_POLICY,
    /** In [0, 1), to spread those who wait. */
    private readonly random: () => number = Math.random,
  ) {
    this.window = new RateWindow(policy);
  }

  /** From now on routine calls also give way while urgent work is known to wait in its queue. */
  heed(lanes: LaneWatch): void {
    this.lanes = lanes;
  }

  /** Lets a request through, or not yet. One that was let through counts at once and must be settled. */
  admit(nowMs: number, urgency: Urgency = 'urgent'): Admission {
    const waitMs = this.waitMs(nowMs, urgency);
    if (waitMs > 0) return { admitted: false, waitMs };
    const permit: Permit = { window: this.window, urgency, sentMs: nowMs };
    if (!this.window.isKnown) this.opener = permit;
    this.window.countSent(nowMs);
    this.shares.count(urgency, 1);
    this.inFlight += 1;
    return { admitted: true, permit };
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be let through now. */
  waitMs(nowMs: number, urgency: Urgency = 'urgent'): number {
    if (this.roomFor(nowMs, urgency) > 0) return 0;
    if (this.isOpening) return this.replyWait();
    if (this.window.isUsedUp) return this.window.endsInMs(nowMs) + this.spread();
    return this.window.room(this.inFlight) > 0 ? this.shareWait(nowMs, urgency) : this.replyWait();
  }

  /** How many requests would be let through now, one after the other. */
  roomFor(nowMs: number, urgency: Urgency): number {
    this.turn(nowMs);
    if (this.isOpening) return 0;
    const view = this.view(nowMs);
    // Whoever comes first may open a window; until then it does not age.
    if (!this.window.isKnown) return Math.min(1, view.room);
    return this.shares.roomFor(urgency, view, this.lanes.urgentWaits(nowMs));
  }

  /** Where the budget stands now. */
  standing(nowMs: number): BudgetStanding {
    this.turn(nowMs);
    const { limit, lengthMs: windowMs } = this.window;
    const view = this.view(nowMs);
    const remaining = Math.max(0, view.room);
    const reserve = Math.min(remaining, this.shares.reserve(view, this.lanes.urgentWaits(nowMs)));
    return { limit, windowMs, remaining, reserve, endsInMs: Math.min(windowMs, this.window.endsInMs(nowMs)) };
  }

  /** Takes note of what became of a request that was let through. */
  settle(permit: Permit, nowMs: number, settlement: Settlement): void {
    this.inFlight -= 1;
    if (this.opener === permit) this.opener = undefined;
    if (settlement.came === 'nothing sent') this.takeBack(permit);
    else if (settlement.came === 'reply' && permit.window === this.window)
      this.learn(permit, nowMs, settlement.refused, settlement.notice);
    else this.window.countUnclear(nowMs);
    this.lanes.settled();
  }

  private takeBack({ window, urgency }: Permit) {
    this.window.countNotSent();
    if (window === this.window) this.shares.count(urgency, -1);
  }

  private learn({ urgency, sentMs }: Permit, nowMs: number, refused: boolean, notice: RateLimitNotice) {
    if (this.window.isOlderThan(sentMs, notice)) {
      this.window = this.window.next(nowMs, this.inFlight);
      this.window.countSent(sentMs);
      this.shares.turn(0);
      this.shares.count(urgency, 1);
    }
    this.window.learn(sentMs, nowMs, notice, this.inFlight);
    if (refused) this.window.close(nowMs, notice);
  }

  /** Leaves a window that has ended. */
  private turn(nowMs: number) {
    const endedMs = -this.window.endsInMs(nowMs);
    if (endedMs < 0) return;
    this.shares.turn(endedMs / this.window.lengthMs);
    this.window = this.window.next(nowMs, this.inFlight);
  }

  /** Whether the request that opens the window is under way. */
  private get isOpening(): boolean {
    return !this.window.isKnown && this.opener?.window === this.window;
  }

  private view(nowMs: number): WindowView {
    const { window } = this;
    return { limit: window.limit, room: window.room(this.inFlight), age: window.ageAt(nowMs) };
  }

  /** Until the other urgency leaves room: a guess, since more may come, so it is made anew after a while. */
  private shareWait(nowMs: number, urgency: Urgency): number {
    const view = this.view(nowMs);
    const age = urgency === 'urgent' ? TRICKLE_KEPT_UNTIL : this.shares.ageOfRoom(view);
    const meltsMs = (age - view.age) * this.window.lengthMs;
    return (
      Math.max(this.replyWait(), Math.min(meltsMs, this.window.lengthMs * LONGEST_GUESS)) + this.spread()
    );
  }

  /** Those who wait for the same instant come back spread over a moment. */
  private spread(): number {
    return this.random() * this.window.lengthMs * SPREAD;
  }

  private replyWait(): number {
    return REPLY_WAIT_MS * (0.5 + this.random());
  }
}
