/** Whether somebody waits for a call (money, a person's action) or it may give way (polls, sweeps). */
export type Urgency = 'urgent' | 'routine';

/** A window as the shares see it: how much of it has passed, from 0 to 1, and what it takes in all. */
interface WindowAge {
  readonly age: number;
  readonly limit: number;
}

/** What urgent work is expected to need of a window when it needed less, or nothing is known yet. */
const LEAST_EXPECTED = 0.1;
/** At this age nothing is kept for urgent calls any more, so that the rest of the window is used. */
const RELEASED_AT = 0.95;
/** What routine calls always get of a window. */
const TRICKLE = 0.03;
/** Until this age urgent calls leave the trickle alone; then nobody has come for it. */
const TRICKLE_KEPT_UNTIL = 0.1;
/** A window of fewer calls than this is too small to keep one of them for routine calls. */
const SMALLEST_SHARED_LIMIT = 5;

/**
 * How the two urgencies share a window. Routine calls leave a reserve of what urgent work is expected to need until
 * the window ends; it melts as the window ages. Urgent calls leave a trickle for a while. So neither starves, and
 * nothing is left over while work waits.
 */
export class LaneShares {
  /** Urgent calls that a whole window is expected to bring, learnt from the windows before. */
  private expected = 0;
  private used = { urgent: 0, routine: 0 };

  count(urgency: Urgency, calls: 1 | -1): void {
    this.used[urgency] += calls;
  }

  /** Calls of the current window that one urgency leaves to the other. */
  leftAlone(urgency: Urgency, window: WindowAge, urgentWaits: boolean): number {
    return urgency === 'urgent' ? this.trickle(window) : this.reserve(window, urgentWaits);
  }

  /** Calls that are kept for urgent work; all that are left of it when urgent work already waits. */
  reserve(window: WindowAge, urgentWaits: boolean): number {
    if (this.used.routine < trickleOf(window)) return 0;
    const wholeWindow = urgentWaits ? window.limit : this.demand(window);
    return Math.ceil(wholeWindow * Math.max(0, 1 - window.age / RELEASED_AT));
  }

  /** The age at which the reserve will leave one call of so many. */
  ageOfRoom(room: number, window: WindowAge): number {
    return RELEASED_AT * Math.max(0, 1 - (room - 1) / this.demand(window));
  }

  /** The age from which urgent calls may use the trickle. */
  get trickleAge(): number {
    return TRICKLE_KEPT_UNTIL;
  }

  /** A window ended, so many of its lengths ago: what it brought counts as much as all that was known before. */
  turn(windowsAgo: number): void {
    this.expected = (this.expected + this.used.urgent) / 2 ** (1 + Math.floor(windowsAgo));
    this.used = { urgent: 0, routine: 0 };
  }

  /** What came so far corrects what was expected, the more the older the window is. */
  private demand({ age, limit }: WindowAge): number {
    return Math.max(LEAST_EXPECTED * limit, (this.expected + this.used.urgent) / (1 + age));
  }

  private trickle(window: WindowAge): number {
    return window.age < TRICKLE_KEPT_UNTIL ? Math.max(0, trickleOf(window) - this.used.routine) : 0;
  }
}

const trickleOf = ({ limit }: WindowAge) =>
  limit < SMALLEST_SHARED_LIMIT ? 0 : Math.max(1, Math.round(TRICKLE * limit));
