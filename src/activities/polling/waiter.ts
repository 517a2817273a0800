/** The meaning of a fact: the end of a poll's wait, what is pending, or that only a single read can tell. */
export type Interpretation<T> =
  { readonly settled: T } | { readonly pending: string } | { readonly unclear: true };

/** The end of a wait, or what is pending and when to poll again, in real milliseconds. */
export type PollOutcome<T> =
  | { readonly settled: T }
  | { readonly pending: string; readonly delayMs: number; readonly lacksRoom: boolean };

/** The question of a poll. Instants and durations in real milliseconds, on the clock of the feed. */
export interface Question<F, T> {
  readonly key: string;
  readonly interpret: (fact: F) => Interpretation<T>;
  /** Reads before this instant say nothing about the wait. */
  readonly sinceMs: number;
  /** Until its first read. */
  readonly dueInMs: number;
  /** The cadence's next wait. */
  readonly nextDelayMs: () => number;
  /** Until a read for speed is worth it; left out where none is. */
  readonly speedDelayMs?: () => number;
  readonly isRecheck: boolean;
}

/** An answer is new enough when its age is below this share of the next wait. */
const NEW_ENOUGH = 1 / 4;

/** One poll that is open: it waits in this process to be told. */
export class OpenPoll<F> {
  /** What is pending, or the words in which the bank says "later". */
  pending = 'not asked yet';

  constructor(
    readonly question: Question<F, unknown>,
    readonly openedAtMs: number,
    readonly end: (outcome: PollOutcome<unknown>) => void,
    readonly fail: (error: unknown) => void,
  ) {}

  speedDelayMs(): number {
    return this.question.speedDelayMs?.() ?? Infinity;
  }
}

/** One status that polls wait for: the open polls, and when the released ones should be back. */
export class Waiter<F> {
  readonly open = new Set<OpenPoll<F>>();
  /** Whether only a read of its own can tell: pages do not show it, or not clearly. */
  isAlone = false;
  isBeingRead = false;
  isRecheck = false;
  private backAtMs = -Infinity;
  /** From then on a read for speed is worth it. */
  forSpeedMs = Infinity;

  constructor(
    readonly sinceMs: number,
    public dueAtMs: number,
  ) {}

  isDue(nowMs: number): boolean {
    return this.dueAtMs <= nowMs;
  }

  isForSpeed(nowMs: number): boolean {
    return this.forSpeedMs <= nowMs;
  }

  /** Whether a read now, of either kind, may end its wait. */
  isWorthReading(nowMs: number): boolean {
    return this.isDue(nowMs) || this.isForSpeed(nowMs);
  }

  /** Whether its poll is here, or should come back. */
  isExpected(nowMs: number): boolean {
    return this.open.size > 0 || this.backAtMs >= nowMs;
  }

  /** A poll came, which wants to know at this instant. */
  arrive(poll: OpenPoll<F>, dueMs: number): void {
    this.dueAtMs = Math.min(this.dueAtMs, dueMs);
    this.backAtMs = -Infinity;
    this.isRecheck ||= poll.question.isRecheck;
    this.forSpeedMs = poll.openedAtMs + poll.speedDelayMs();
    this.open.add(poll);
  }

  beginRead(): void {
    this.isBeingRead = true;
    this.isRecheck = false;
  }

  /** Tells a fact read at an instant: polls that it settles end, the others wait for their next date. */
  tell(fact: F, readAtMs: number): void {
    for (const poll of [...this.open]) {
      if (poll.question.sinceMs > readAtMs) continue;
      const seen = poll.question.interpret(fact);
      if ('unclear' in seen) this.isAlone = true;
      else if ('pending' in seen) this.defer(readAtMs, poll, seen.pending);
      else {
        this.open.delete(poll);
        poll.end(seen);
      }
    }
  }

  /** The bank says "later" to all of them. */
  postpone(pending: string, readAtMs: number): void {
    for (const poll of this.open) this.defer(readAtMs, poll, pending);
  }

  /** A read failed: Temporal retries the polls. */
  fail(error: unknown, backAtMs: number): void {
    for (const poll of this.open) poll.fail(error);
    this.open.clear();
    this.backAtMs = backAtMs;
  }

  /** Releases one poll, to come again by then. */
  release(poll: OpenPoll<F>, nowMs: number, delayMs: number, lacksRoom: boolean): void {
    this.open.delete(poll);
    this.backAtMs = nowMs + delayMs + GRACE_MS;
    poll.end({ pending: poll.pending, delayMs, lacksRoom });
  }

  /** A read shortly before its date counts as the read at its date. */
  private defer(readAtMs: number, poll: OpenPoll<F>, pending: string): void {
    poll.pending = pending;
    const delayMs = poll.question.nextDelayMs();
    this.forSpeedMs = readAtMs + poll.speedDelayMs();
    if (this.dueAtMs - readAtMs > delayMs * NEW_ENOUGH) return;
    this.dueAtMs = readAtMs + delayMs;
    this.isRecheck = false;
  }
}

/** A poll that comes back later than this after its date has ended, or asks in another process. */
const GRACE_MS = 30_000;

/** The statuses of one kind that polls of this process wait for, by key; those without a poll are forgotten. */
export class Waiters<F> {
  private readonly byKey = new Map<string, Waiter<F>>();
  private tidiedAtMs = -Infinity;

  constructor(private readonly now: () => number) {}

  /** A poll came, which wants to know after this delay. */
  arrive(key: string, poll: OpenPoll<F>, dueInMs: number): void {
    this.forgetLost();
    const dueMs = this.now() + dueInMs;
    const waiter = this.byKey.get(key) ?? new Waiter<F>(poll.question.sinceMs, dueMs);
    this.byKey.set(key, waiter);
    waiter.arrive(poll, dueMs);
  }

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

  get haveOpenPolls(): boolean {
    return this.all().some(({ open }) => open.size > 0);
  }

  all(): Waiter<F>[] {
    return [...this.byKey.values()];
  }

  entries(): [string, Waiter<F>][] {
    return [...this.byKey];
  }

  /** When an open poll is next to be read, after an instant such as a decision's begin; `Infinity` without open polls. */
  firstDateAfter(instantMs: number): number {
    const dates = this.all()
      .filter(({ open }) => open.size > 0)
      .flatMap(({ forSpeedMs, dueAtMs }) => [forSpeedMs, dueAtMs]);
    return dates.reduce((one, other) => (other > instantMs && other < one ? other : one), Infinity);
  }

  /** Whether polls wait for more than one status that pages may show. */
  get severalAreListed(): boolean {
    const listed = this.all().filter((waiter) => !waiter.isAlone && waiter.isExpected(this.now()));
    return listed.length > 1;
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
