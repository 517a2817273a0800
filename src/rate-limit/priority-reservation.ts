import { tuning } from './tuning';

const { leastExpected, releasedAt, minimumShare, minimumShareKeptUntil, smallestSharedLimit } =
  tuning.reservation;

/** Whether a call goes first (money, a person's action) or may give way (polls, scheduled jobs). */
export type Urgency = 'urgent' | 'routine';

/** A window as the reservation sees it. */
export interface WindowView {
  /** What it takes in all. */
  readonly limit: number;
  /** What it still takes. */
  readonly room: number;
  /** How much of it has passed, from 0 to 1. */
  readonly age: number;
}

/**
 * How the two urgencies share a window. Routine calls leave a reserve of what urgent work is expected to need until
 * the window ends; it decays as the window ages. Urgent calls leave a minimum share for a while. So neither starves,
 * and nothing is left over while work waits.
 */
export class PriorityReservation {
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
    const unusedShare = Math.max(0, minimumShareOf(limit) - this.used.routine);
    if (urgency === 'urgent') return age < minimumShareKeptUntil ? room - unusedShare : room;
    return Math.max(room - this.reserve(window, urgentWaits), Math.min(room, unusedShare));
  }

  /** Calls that are kept for urgent work: all that are left, at first, when some is known to wait. */
  reserve(window: WindowView, urgentWaits: boolean): number {
    const wholeWindow = urgentWaits ? window.limit : this.demand(window);
    return Math.ceil(wholeWindow * Math.max(0, 1 - window.age / releasedAt));
  }

  /** The age at which an urgency that finds no share now should find one, by what is known now. */
  ageOfRoom(urgency: Urgency, window: WindowView): number {
    if (urgency === 'urgent') return minimumShareKeptUntil;
    return releasedAt * Math.max(0, 1 - (window.room - 1) / this.demand(window));
  }

  /** A window ended, so many of its lengths ago: what it brought counts as much as all that was known before. */
  rollOver(windowsAgo: number): void {
    this.expected = (this.expected + this.used.urgent) / 2 ** (1 + Math.floor(windowsAgo));
    this.used = { urgent: 0, routine: 0 };
  }

  /** What came so far corrects what was expected, the more the older the window is. */
  private demand({ age, limit }: WindowView): number {
    return Math.max(leastExpected * limit, (this.expected + this.used.urgent) / (1 + age));
  }
}

const minimumShareOf = (limit: number) =>
  limit < smallestSharedLimit ? 0 : Math.max(1, Math.round(minimumShare * limit));
