import { FixedWindow, type RateLimitPolicy } from './fixed-window';
import type { PolicyNotice } from './headers';
import { PriorityReservation, type Urgency, type WindowView } from './priority-reservation';
import { tuning } from './tuning';

const { longestClosureMs, longestGuess, replyWaitMs, roundingMs, spread } = tuning.window;

/** An admitted request that is not complete yet, with the windows it counts in. */
export interface Permit {
  readonly operation: string;
  readonly urgency: Urgency;
  readonly sentMs: number;
  readonly windows: ReadonlyMap<PolicyWindows, FixedWindow>;
}

/** The moment at which a policy is asked: the clock, requests in flight, and whether urgent work waits. */
export interface Moment {
  readonly nowMs: number;
  readonly inFlight: number;
  readonly urgentWaits: boolean;
}

type Instant = Pick<Moment, 'nowMs' | 'inFlight'>;

/**
 * One policy of the server and its consecutive fixed windows. The first request after a window's end opens the
 * next one; the others wait for its reply, which shows the window's real state: after a restart, or beside
 * another user of the same key.
 */
export class PolicyWindows {
  /** Whether the last reply that named policies named this one. */
  isListed = true;
  private window: FixedWindow;
  private opener: Permit | undefined;
  private readonly reservation = new PriorityReservation();
  /** Windows in a row, the last one called included, that took only one call. */
  starvedWindows = 0;
  /** Requests that others are expected to make in a window, learnt from earlier windows. */
  private othersShare = 0;
  /** After a refusal no request goes out until then; `undefined` while the server takes requests. */
  private closedUntilMs: number | undefined;

  constructor(
    policy: RateLimitPolicy,
    private readonly random: () => number,
    private name?: string,
    inFlight = 0,
  ) {
    this.window = new FixedWindow(policy, inFlight);
  }

  /** Whether a notice is about this policy. */
  isMeantBy({ name, windowMs }: PolicyNotice): boolean {
    return name === undefined || this.name === undefined
      ? windowMs === undefined || windowMs === this.window.lengthMs
      : name === this.name;
  }

  /** Whether a reply has shown the state of the current window. */
  get isKnown(): boolean {
    return this.window.isKnown;
  }

  get current(): FixedWindow {
    return this.window;
  }

  /** Milliseconds until a new window may be opened; 0 or less when it may be now. */
  endsInMs(nowMs: number): number {
    return this.closedUntilMs === undefined ? this.window.endsInMs(nowMs) : this.closedUntilMs - nowMs;
  }

  /** Replaces a window that has ended. */
  rollOver({ nowMs, inFlight }: Instant): void {
    const endsInMs = this.endsInMs(nowMs);
    if (endsInMs > 0) return;
    this.closedUntilMs = undefined;
    this.begin(this.window.next(nowMs, inFlight), -endsInMs / this.window.lengthMs);
  }

  /** How many requests would be admitted now, one after the other. */
  roomFor(urgency: Urgency, moment: Moment): number {
    if (this.opener) return 0;
    const view = this.view(moment);
    // One request of either urgency may open a window; until then the window does not age.
    if (!this.window.isKnown) return Math.min(1, view.room);
    const share = this.reservation.roomFor(urgency, view, moment.urgentWaits);
    return Math.min(share, this.besideOthers(view.room, moment));
  }

  /** Milliseconds until asking again makes sense; 0 when a request would be admitted now. */
  waitMs(urgency: Urgency, moment: Moment): number {
    if (this.roomFor(urgency, moment) > 0) return 0;
    if (this.opener) return this.replyWait();
    if (this.closedUntilMs !== undefined || this.window.isUsedUp)
      return this.endsInMs(moment.nowMs) + this.spread();
    const view = this.view(moment);
    const hasShare = this.reservation.roomFor(urgency, view, moment.urgentWaits) > 0;
    return view.room <= 0 || hasShare ? this.replyWait() : this.shareWait(urgency, view);
  }

  /** The calls that the window still takes, and the part of them kept for urgent calls. */
  remains(moment: Moment): { remaining: number; reserve: number } {
    const view = this.view(moment);
    const remaining = Math.max(0, view.room);
    return { remaining, reserve: Math.min(remaining, this.reservation.reserve(view, moment.urgentWaits)) };
  }

  take(permit: Permit): void {
    if (!this.window.isKnown) this.opener = permit;
    this.window.countSent(permit.sentMs);
    this.reservation.count(permit.urgency, 1);
  }

  /** Uncounts a request that never left. */
  takeBack(permit: Permit): void {
    this.forgetOpener(permit);
    this.window.countNotSent();
    if (this.isOf(permit)) this.reservation.count(permit.urgency, -1);
  }

  /** Counts a request without a reply of the current window: the server may count it in either window. */
  countUnclear(permit: Permit, nowMs: number): void {
    this.forgetOpener(permit);
    this.window.countUnclear(nowMs);
  }

  /** Learns from a reply, with or without a notice. Returns whether it is about the current window. */
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

  /** Learns from the first reply that names this policy. */
  learnFirst(permit: Permit, { nowMs, inFlight }: Instant, notice: PolicyNotice): void {
    this.window.countSent(permit.sentMs);
    this.window.learn(permit.sentMs, nowMs, notice, inFlight);
  }

  /** Closes the policy after a 429 until the time that the server gives. `Retry-After` outranks the reset. */
  close(nowMs: number, notice: PolicyNotice, retryAfterMs?: number): void {
    const saidMs = retryAfterMs ?? this.window.plausibleResetMs(notice);
    // Of a burst of refusals that say no time, the first has closed it.
    if (saidMs === undefined && this.closedUntilMs !== undefined) return;
    const endMs = this.endsInMs(nowMs);
    const closedMs = saidMs ?? (endMs > 0 ? endMs : this.window.lengthMs);
    const untilMs = nowMs + Math.min(closedMs, longestClosureMs) + roundingMs;
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

  /** Lets the last requests, which others may take, out one by one: at most one of them comes too late. */
  private besideOthers(room: number, { nowMs, inFlight }: Moment): number {
    const { takenByOthers } = this.window;
    const others = Math.ceil(Math.max(this.othersShare, takenByOthers, this.window.unreportedAt(nowMs)));
    if (others < 1 || room <= 0) return room;
    return Math.max(room - others, inFlight === 0 ? 1 : 0);
  }

  /** Time until the other urgency leaves room: a guess, made anew after a while, since more may come. */
  private shareWait(urgency: Urgency, view: WindowView): number {
    const decayMs = (this.reservation.ageOfRoom(urgency, view) - view.age) * this.window.lengthMs;
    const guessMs = Math.min(decayMs, this.window.lengthMs * longestGuess);
    return Math.max(this.replyWait(), guessMs) + this.spread();
  }

  private spread = () => this.random() * this.window.lengthMs * spread;

  private replyWait = () => replyWaitMs * (0.5 + this.random());
}

/** Creates the windows of a policy that only the server's replies name. */
type CreateWindows = (policy: RateLimitPolicy, name: string | undefined) => PolicyWindows;

/**
 * Matches the notices of a reply to policies and creates unknown policies. A reply that names windows lists
 * every policy in force.
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

/** A new policy, if the notice says enough to follow it. */
function newPolicy(
  { limit, windowMs, name }: PolicyNotice,
  create: CreateWindows,
): PolicyWindows | undefined {
  return windowMs === undefined || limit === undefined ? undefined : create({ limit, windowMs }, name);
}
