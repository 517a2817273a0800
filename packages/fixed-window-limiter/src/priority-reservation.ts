import { tuning } from './tuning';

const { leastExpected, releasedAt, minimumShare, minimumShareKeptUntil, smallestSharedLimit } =
  tuning.reservation;

/** Whether a call goes first (a person waits for it) or may give way (polls, scheduled jobs). */
export type Urgency = 'urgent' | 'routine';

/** The reservation's view of a window. */
export interface WindowView {
  /** Calls that it takes in all. */
  readonly limit: number;
  /** Calls that it still takes. */
  readonly room: number;
  /** The fraction that has passed, from 0 to 1. */
  readonly age: number;
}

/**
 * Divides a window between the two urgencies. Routine calls leave a reserve for the urgent work expected
 * until the window ends; the reserve decays as the window ages. Urgent calls leave routine calls a minimum
 * share for a while. So neither starves, and no call is left over while work waits.
 */
export class PriorityReservation {
  /** Urgent calls that a whole window is expected to bring, learnt from the windows before. */
  private expected = 0;
  private used = { urgent: 0, routine: 0 };

  count(urgency: Urgency, calls: 1 | -1): void {
    this.used[urgency] += calls;
  }

  /** How many calls of the window an urgency may make now. */
  roomFor(urgency: Urgency, window: WindowView, urgentWaits: boolean): number {
    const { room, limit, age } = window;
    if (limit === Infinity) return room;
    const unusedShare = Math.max(0, minimumShareOf(limit) - this.used.routine);
    if (urgency === 'urgent') return age < minimumShareKeptUntil ? room - unusedShare : room;
    return Math.max(room - this.reserve(window, urgentWaits), Math.min(room, unusedShare));
  }

  /** Calls kept for urgent work: at first all that are left, when urgent work is known to wait. */
  reserve(window: WindowView, urgentWaits: boolean): number {
    const wholeWindow = urgentWaits ? window.limit : this.demand(window);
    return Math.ceil(wholeWindow * Math.max(0, 1 - window.age / releasedAt));
  }

  /** The age at which an urgency without a share now should get one, by what is known now. */
  ageOfRoom(urgency: Urgency, window: WindowView): number {
    if (urgency === 'urgent') return minimumShareKeptUntil;
    return releasedAt * Math.max(0, 1 - (window.room - 1) / this.demand(window));
  }

  /** Learns from a window that ended `windowsAgo` lengths ago: it counts as much as all earlier ones. */
  rollOver(windowsAgo: number): void {
    this.expected = (this.expected + this.used.urgent) / 2 ** (1 + Math.floor(windowsAgo));
    this.used = { urgent: 0, routine: 0 };
  }

  /** Corrects the expected demand by the calls so far, the more the older the window is. */
  private demand({ age, limit }: WindowView): number {
    return Math.max(leastExpected * limit, (this.expected + this.used.urgent) / (1 + age));
  }
}

const minimumShareOf = (limit: number) =>
  limit < smallestSharedLimit ? 0 : Math.max(1, Math.round(minimumShare * limit));
