/** Whether somebody waits for a call (money, a person's action) or it may give way (polls, sweeps). */
export type Urgency = 'urgent' | 'routine';

/** A window as the shares see it. */
export interface WindowView {
  /** What it takes in all. */
  readonly limit: number;
  /** What it still takes. */
  readonly room: number;
  /** How much of it has passed, from 0 to 1. */
  readonly age: number;
}

/** What urgent work is expected to need of a window when it needed less, or nothing is known yet. */
const LEAST_EXPECTED = 0.1;
/** At this age nothing is kept for urgent calls any more, so that the rest of the window is used. */
const RELEASED_AT = 0.95;
/** What routine calls always get of a window. */
const TRICKLE = 0.05;
/** Until this age urgent calls leave the trickle alone; then nobody has come for it. */
export const TRICKLE_KEPT_UNTIL = 0.1;
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

  /** How many calls of the window one urgency may make now. */
  roomFor(urgency: Urgency, window: WindowView, urgentWaits: boolean): number {
    const { room, limit, age } = window;
    if (limit === Infinity) return room;
    const trickle = Math.max(0, trickleOf(limit) - this.used.routine);
    if (urgency === 'urgent') return age < TRICKLE_KEPT_UNTIL ? room - trickle : room;
    return Math.max(room - this.reserve(window, urgentWaits), Math.min(room, trickle));
  }

  /** Calls that are kept for urgent work: all that are left, at first, when some is known to wait. */
  reserve(window: WindowView, urgentWaits: boolean): number {
    const wholeWindow = urgentWaits ? window.limit : this.demand(window);
    return Math.ceil(wholeWindow * Math.max(0, 1 - window.age / RELEASED_AT));
  }

  /** The age at which the reserve will leave a call to routine work, by what is known now. */
  ageOfRoom(window: WindowView): number {
    return RELEASED_AT * Math.max(0, 1 - (window.room - 1) / this.demand(window));
  }

  /** A window ended, so many of its lengths ago: what it brought counts as much as all that was known before. */
  turn(windowsAgo: number): void {
    this.expected = (this.expected + this.used.urgent) / 2 ** (1 + Math.floor(windowsAgo));
    this.used = { urgent: 0, routine: 0 };
  }

  /** What came so far corrects what was expected, the more the older the window is. */
  private demand({ age, limit }: WindowView): number {
    return Math.max(LEAST_EXPECTED * limit, (this.expected + this.used.urgent) / (1 + age));
  }
}

const trickleOf = (limit: number) =>
  limit < SMALLEST_SHARED_LIMIT ? 0 : Math.max(1, Math.round(TRICKLE * limit));
