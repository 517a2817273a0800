import { FixedWindow } from './fixed-window';
import type { PolicyNotice } from './headers';
import { PriorityReservation, type Urgency, type WindowView } from './priority-reservation';
import { tuning, type RateLimitPolicy } from './tuning';

const { longestClosureMs, longestGuess, replyWaitMs, roundingMs, spread } = tuning.window;

/** A request that was let through and is not complete yet, with the windows it counts in. */
export interface Permit {
  readonly operation: string;
  readonly urgency: Urgency;
  readonly sentMs: number;
  readonly windows: ReadonlyMap<PolicyWindows, FixedWindow>;
}

/** The moment at which a policy is asked: the clock, what is under way, and whether urgent work waits. */
export interface Moment {
  readonly nowMs: number;
  readonly inFlight: number;
  readonly urgentWaits: boolean;
}

type Instant = Pick<Moment, 'nowMs' | 'inFlight'>;

/**
 * One policy of the bank and its fixed windows, one after the other, each opened by the first request after the last
 * one ended. One request opens a window and the others wait for its reply, which tells where the window really stands:
 * after a restart, or beside another user of the same keys.
 */
export class PolicyWindows {
  /** Whether the last reply that named policies named this one. */
  isListed = true;
  private window: FixedWindow;
  private opener: Permit | undefined;
  private readonly reservation = new PriorityReservation();
  /** How many windows in a row, the last that was called included, took one call alone. */
  starvedWindows = 0;
  /** What others are expected to take of a window, by what they took of those before. */
  private othersShare = 0;
  /** After a refusal nothing goes out until then; absent while the bank takes requests. */
  private closedUntilMs: number | undefined;

  constructor(
    policy: RateLimitPolicy,
    private readonly random: () => number,
    private name?: string,
    inFlight = 0,
  ) {
    this.window = new FixedWindow(policy, inFlight);
  }

  /** Whether a notice speaks of this policy. */
  isMeantBy({ name, windowMs }: PolicyNotice): boolean {
    return name === undefined || this.name === undefined
      ? windowMs === undefined || windowMs === this.window.lengthMs
      : name === this.name;
  }

  /** Whether a reply has shown where the current window stands. */
  get isKnown(): boolean {
    return this.window.isKnown;
  }

  get current(): FixedWindow {
    return this.window;
  }

  /** Milliseconds until a new window may be opened; not above 0 when it may be now. */
  endsInMs(nowMs: number): number {
    return this.closedUntilMs === undefined ? this.window.endsInMs(nowMs) : this.closedUntilMs - nowMs;
  }

  /** Leaves a window that has ended. */
  rollOver({ nowMs, inFlight }: Instant): void {
    const endsInMs = this.endsInMs(nowMs);
    if (endsInMs > 0) return;
    this.closedUntilMs = undefined;
    this.begin(this.window.next(nowMs, inFlight), -endsInMs / this.window.lengthMs);
  }

  /** How many requests would be let through now, one after the other. */
  roomFor(urgency: Urgency, moment: Moment): number {
    if (this.opener) return 0;
    const view = this.view(moment);
    // The first request may open a window, of either urgency; until then the window does not age.
    if (!this.window.isKnown) return Math.min(1, view.room);
    const share = this.reservation.roomFor(urgency, view, moment.urgentWaits);
    return Math.min(share, this.besideOthers(view.room, moment));
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be let through now. */
  waitMs(urgency: Urgency, moment: Moment): number {
    if (this.roomFor(urgency, moment) > 0) return 0;
    if (this.opener) return this.replyWait();
    if (this.closedUntilMs !== undefined || this.window.isUsedUp)
      return this.endsInMs(moment.nowMs) + this.spread();
    const view = this.view(moment);
    const hasShare = this.reservation.roomFor(urgency, view, moment.urgentWaits) > 0;
    return view.room <= 0 || hasShare ? this.replyWait() : this.shareWait(urgency, view);
  }

  /** What the window still takes, and what of it is kept for urgent calls. */
  remains(moment: Moment): { remaining: number; reserve: number } {
    const view = this.view(moment);
    const remaining = Math.max(0, view.room);
    return { remaining, reserve: Math.min(remaining, this.reservation.reserve(view, moment.urgentWaits)) };
  }

  /** Counts a request that goes out. */
  take(permit: Permit): void {
    if (!this.window.isKnown) this.opener = permit;
    this.window.countSent(permit.sentMs);
    this.reservation.count(permit.urgency, 1);
  }

  /** A request that never left counts no longer. */
  takeBack(permit: Permit): void {
    this.forgetOpener(permit);
    this.window.countNotSent();
    if (this.isOf(permit)) this.reservation.count(permit.urgency, -1);
  }

  /** No reply came, or it does not belong to the current window: the bank may count the request in either. */
  countUnclear(permit: Permit, nowMs: number): void {
    this.forgetOpener(permit);
    this.window.countUnclear(nowMs);
  }

  /** A reply came, with a notice of this policy or none. Tells whether it speaks of the current window. */
  learn(permit: Permit, { nowMs, inFlight }: Instant, notice: PolicyNotice): boolean {
    if (!this.isOf(permit)) {
      this.countUnclear(permit, nowMs);
      return false;
    }
    this.forgetOpener(permit);
    this.name = notice.name ?? this.name;
    if (this.window.isOlderThan(permit.sentMs, notice)) {
      this.begin(this.window.next(nowMs, inFlight), 0);
      this.window.countSent(permit.sentMs);
      this.reservation.count(permit.urgency, 1);
    }
    this.window.learn(permit.sentMs, nowMs, notice, inFlight);
    return true;
  }

  /** Learns from the reply that named this policy for the first time. */
  learnFirst(permit: Permit, { nowMs, inFlight }: Instant, notice: PolicyNotice): void {
    this.window.countSent(permit.sentMs);
    this.window.learn(permit.sentMs, nowMs, notice, inFlight);
  }

  /** The bank refused a request (429): nothing more until it says. `Retry-After` outranks the reset. */
  close(nowMs: number, notice: PolicyNotice, retryAfterMs?: number): void {
    const endMs = this.endsInMs(nowMs);
    const { lengthMs } = this.window;
    const saidMs = retryAfterMs ?? this.window.plausibleResetMs(notice) ?? (endMs > 0 ? endMs : lengthMs);
    const untilMs = nowMs + Math.min(saidMs, longestClosureMs) + roundingMs;
    this.closedUntilMs = Math.max(untilMs, this.closedUntilMs ?? untilMs);
  }

  private begin(window: FixedWindow, windowsAgo: number) {
    this.othersShare = Math.max(this.window.takenByOthers, this.othersShare / 2);
    this.reservation.rollOver(windowsAgo);
    if (this.window.isKnown) this.starvedWindows = this.window.tookOneCall ? this.starvedWindows + 1 : 0;
    this.window = window;
    this.opener = undefined;
  }

  private isOf = ({ windows }: Permit) => windows.get(this) === this.window;

  private forgetOpener(permit: Permit) {
    if (this.opener === permit) this.opener = undefined;
  }

  private view({ nowMs, inFlight }: Moment): WindowView {
    const { window } = this;
    const room = this.closedUntilMs === undefined ? window.room(inFlight) : 0;
    return { limit: window.limit, room, age: window.ageAt(nowMs) };
  }

  /** As many as others may still take go out one by one, so that at most one of them comes too late. */
  private besideOthers(room: number, { nowMs, inFlight }: Moment): number {
    const { takenByOthers } = this.window;
    const others = Math.ceil(Math.max(this.othersShare, takenByOthers, this.window.unreportedAt(nowMs)));
    if (others < 1 || room <= 0) return room;
    return Math.max(room - others, inFlight === 0 ? 1 : 0);
  }

  /** Until the other urgency leaves room: a guess, since more may come, so it is made anew after a while. */
  private shareWait(urgency: Urgency, view: WindowView): number {
    const decayMs = (this.reservation.ageOfRoom(urgency, view) - view.age) * this.window.lengthMs;
    const guessMs = Math.min(decayMs, this.window.lengthMs * longestGuess);
    return Math.max(this.replyWait(), guessMs) + this.spread();
  }

  private spread = () => this.random() * this.window.lengthMs * spread;

  private replyWait = () => replyWaitMs * (0.5 + this.random());
}

/** Makes the windows of a policy that only the bank's replies name. */
type CreateWindows = (policy: RateLimitPolicy, name: string | undefined) => PolicyWindows;

/**
 * Which notice of a reply speaks of which policy, with new ones for policies that were not known. A reply that names
 * its windows lists all policies that hold.
 */
export function matchNotices(
  notices: readonly PolicyNotice[],
  policies: readonly PolicyWindows[],
  create: CreateWindows,
): Map<PolicyWindows, PolicyNotice> {
  const matched = new Map<PolicyWindows, PolicyNotice>();
  const isOnly = notices.length === 1 && policies.length === 1;
  for (const notice of notices) {
    const free = policies.filter((policy) => !matched.has(policy));
    const policy =
      free.find((each) => each.isMeantBy(notice)) ??
      free.find((each) => !each.isKnown || isOnly) ??
      newPolicy(notice, create);
    if (policy) matched.set(policy, notice);
  }
  if (notices.some(({ windowMs }) => windowMs !== undefined))
    for (const policy of policies) policy.isListed = matched.has(policy);
  return matched;
}

/** One more policy, where the notice says enough to keep to it. */
function newPolicy(
  { limit, windowMs, name }: PolicyNotice,
  create: CreateWindows,
): PolicyWindows | undefined {
  return windowMs === undefined || limit === undefined ? undefined : create({ limit, windowMs }, name);
}
