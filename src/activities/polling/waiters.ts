import { Waiter, type OpenPoll } from './waiter';

/** A poll that does not come back so long after its date has ended, or asks in another process. */
export const GRACE_MS = 30_000;

/** The statuses of one kind that polls of this process wait for, by key; those without a poll are forgotten. */
export class Waiters<F> {
  private readonly byKey = new Map<string, Waiter<F>>();
  private tidiedAtMs = -Infinity;

  constructor(private readonly now: () => number) {}

  /** A poll came, which wants to know after this delay. */
  arrive(key: string, poll: OpenPoll<F>, dueInMs: number): void {
    this.forgetLost();
    const dueMs = this.now() + dueInMs;
    const waiter = this.byKey.get(key) ?? new Waiter<F>(poll.sinceMs, dueMs);
    this.byKey.set(key, waiter);
    waiter.arrive(poll, dueMs);
  }

  /** A poll was cancelled. */
  leave(key: string, poll: OpenPoll<F>): void {
    this.byKey.get(key)?.open.delete(poll);
    this.forgetEnded(key);
  }

  tell(key: string, fact: F, readAtMs: number): void {
    this.byKey.get(key)?.tell(fact, readAtMs);
    this.forgetEnded(key);
  }

  fail(key: string, error: unknown): void {
    this.byKey.get(key)?.fail(error, this.now() + GRACE_MS);
    this.forgetEnded(key);
  }

  all(): Waiter<F>[] {
    return [...this.byKey.values()];
  }

  entries(): [string, Waiter<F>][] {
    return [...this.byKey];
  }

  /** When an open poll is next to be read, after an instant; `Infinity` without open polls. */
  firstDateAfter(instantMs: number): number {
    const dates = this.all()
      .filter(({ open }) => open.size > 0)
      .flatMap(({ datesMs }) => datesMs);
    return dates.reduce((one, other) => (other > instantMs && other < one ? other : one), Infinity);
  }

  /** Whether more than one is waited for that pages may show. */
  get severalAreListed(): boolean {
    let count = 0;
    for (const waiter of this.byKey.values()) {
      if (!waiter.isAlone && waiter.isExpected(this.now())) count += 1;
      if (count > 1) return true;
    }
    return false;
  }

  /** How many come before one: those that were due earlier, and of those due together the ones that came first. */
  countBefore(waiter: Waiter<F>): number {
    const all = this.all();
    const place = all.indexOf(waiter);
    const isBefore = ({ dueAtMs }: Waiter<F>, other: number) =>
      dueAtMs < waiter.dueAtMs || (dueAtMs === waiter.dueAtMs && other < place);
    return all.filter(isBefore).length;
  }

  private forgetEnded(key: string): void {
    if (!this.byKey.get(key)?.isExpected(this.now())) this.byKey.delete(key);
  }

  private forgetLost(): void {
    if (this.now() - this.tidiedAtMs < GRACE_MS) return;
    this.tidiedAtMs = this.now();
    for (const key of this.byKey.keys()) this.forgetEnded(key);
  }
}
