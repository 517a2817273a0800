import { LaneShares, TRICKLE_KEPT_UNTIL, type Urgency, type WindowView } from './lane-shares';
import type { QuotaNotice } from './rate-limit-headers';
import { RateWindow, type RatePolicy } from './rate-window';

/** A request that was let through and not settled yet, with the windows it counts in. */
export interface Permit {
  readonly operation: string;
  readonly urgency: Urgency;
  readonly sentMs: number;
  readonly windows: ReadonlyMap<Quota, RateWindow>;
}

/** The moment at which a quota is asked: the clock, what is under way, and whether urgent work waits. */
export interface Moment {
  readonly nowMs: number;
  readonly inFlight: number;
  readonly urgentWaits: boolean;
}

/** How long to wait for replies that are under way before asking again, on average. */
const REPLY_WAIT_MS = 400;
/** Those who waited for the end of a window come back over this share of its length. */
const SPREAD = 1 / 200;
/** Those who wait for the other urgency's share look again after this part of a window at the latest. */
const LONGEST_GUESS = 1 / 20;

/**
 * One policy of the service and its fixed windows, one after the other, each opened by the first request after the last
 * one ended. One request opens a window and the others wait for its reply, which tells where the window really stands:
 * after a restart, or beside another user of the same keys.
 */
export class Quota {
  /** Whether the last reply that named policies named this one. */
  isListed = true;
  private window: RateWindow;
  private opener: Permit | undefined;
  private readonly shares = new LaneShares();
  /** What others are expected to take of a window, by what they took of those before. */
  private othersShare = 0;

  constructor(
    policy: RatePolicy,
    private readonly random: () => number,
    private name?: string,
    inFlight = 0,
  ) {
    this.window = new RateWindow(policy, inFlight);
  }

  /** Whether a notice speaks of this policy. */
  isMeantBy({ name, windowMs }: QuotaNotice): boolean {
    return name === undefined || this.name === undefined
      ? windowMs === undefined || windowMs === this.window.lengthMs
      : name === this.name;
  }

  /** Whether a reply has shown where the current window stands. */
  get isKnown(): boolean {
    return this.window.isKnown;
  }

  get current(): RateWindow {
    return this.window;
  }

  hasEnded(nowMs: number): boolean {
    return this.window.endsInMs(nowMs) <= 0;
  }

  /** Leaves a window that has ended. */
  turn({ nowMs, inFlight }: Pick<Moment, 'nowMs' | 'inFlight'>): void {
    if (!this.hasEnded(nowMs)) return;
    const endedMs = -this.window.endsInMs(nowMs);
    this.begin(this.window.next(nowMs, inFlight), endedMs / this.window.lengthMs);
  }

  /** How many requests would be let through now, one after the other. */
  roomFor(urgency: Urgency, moment: Moment): number {
    if (this.opener) return 0;
    const view = this.view(moment);
    // Whoever comes first may open a window; until then it does not age.
    if (!this.window.isKnown) return Math.min(1, view.room);
    const share = this.shares.roomFor(urgency, view, moment.urgentWaits);
    return Math.min(share, this.besideOthers(view.room, moment));
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be let through now. */
  waitMs(urgency: Urgency, moment: Moment): number {
    if (this.roomFor(urgency, moment) > 0) return 0;
    if (this.opener) return this.replyWait();
    if (this.window.isUsedUp) return this.window.endsInMs(moment.nowMs) + this.spread();
    const view = this.view(moment);
    const hasShare = this.shares.roomFor(urgency, view, moment.urgentWaits) > 0;
    return view.room <= 0 || hasShare ? this.replyWait() : this.shareWait(urgency, view);
  }

  /** What the window still takes, and what of it is kept for urgent calls. */
  remains(moment: Moment): { remaining: number; reserve: number } {
    const view = this.view(moment);
    const remaining = Math.max(0, view.room);
    return { remaining, reserve: Math.min(remaining, this.shares.reserve(view, moment.urgentWaits)) };
  }

  /** Counts a request that goes out. */
  take(permit: Permit): void {
    if (!this.window.isKnown) this.opener = permit;
    this.window.countSent(permit.sentMs);
    this.shares.count(permit.urgency, 1);
  }

  /** A request that never left counts no longer. */
  takeBack(permit: Permit): void {
    this.settled(permit);
    this.window.countNotSent();
    if (this.isOf(permit)) this.shares.count(permit.urgency, -1);
  }

  /** No reply came, or it does not belong to the current window: nobody can say where the request counts. */
  countUnclear(permit: Permit, nowMs: number): void {
    this.settled(permit);
    this.window.countUnclear(nowMs);
  }

  /** A reply came, with a notice of this policy or none. Tells whether it speaks of the current window. */
  learn(
    permit: Permit,
    { nowMs, inFlight }: Pick<Moment, 'nowMs' | 'inFlight'>,
    notice: QuotaNotice,
  ): boolean {
    if (!this.isOf(permit)) {
      this.countUnclear(permit, nowMs);
      return false;
    }
    this.settled(permit);
    this.name = notice.name ?? this.name;
    if (this.window.isOlderThan(permit.sentMs, notice)) {
      this.begin(this.window.next(nowMs, inFlight), 0);
      this.window.countSent(permit.sentMs);
      this.shares.count(permit.urgency, 1);
    }
    this.window.learn(permit.sentMs, nowMs, notice, inFlight);
    return true;
  }

  /** Learns from the reply that named this policy for the first time. */
  meet(permit: Permit, { nowMs, inFlight }: Pick<Moment, 'nowMs' | 'inFlight'>, notice: QuotaNotice): void {
    this.window.countSent(permit.sentMs);
    this.window.learn(permit.sentMs, nowMs, notice, inFlight);
  }

  private begin(window: RateWindow, windowsAgo: number) {
    this.othersShare = Math.max(this.window.takenByOthers, this.othersShare / 2);
    this.shares.turn(windowsAgo);
    this.window = window;
    this.opener = undefined;
  }

  private isOf = ({ windows }: Permit) => windows.get(this) === this.window;

  private settled(permit: Permit) {
    if (this.opener === permit) this.opener = undefined;
  }

  private view({ nowMs, inFlight }: Moment): WindowView {
    const { window } = this;
    return { limit: window.limit, room: window.room(inFlight), age: window.ageAt(nowMs) };
  }

  /** As many as others may still take go out one by one, so that at most one of them comes too late. */
  private besideOthers(room: number, { nowMs, inFlight }: Moment): number {
    const { takenByOthers } = this.window;
    const others = Math.ceil(Math.max(this.othersShare, takenByOthers, this.window.unheardAt(nowMs)));
    if (others < 1 || room <= 0) return room;
    return Math.max(room - others, inFlight === 0 ? 1 : 0);
  }

  /** Until the other urgency leaves room: a guess, since more may come, so it is made anew after a while. */
  private shareWait(urgency: Urgency, view: WindowView): number {
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
