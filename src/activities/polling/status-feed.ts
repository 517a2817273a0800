import { CALL_TIMEOUT_SECONDS } from '../../domain/time/activity-timeouts';
import type { CallLimits } from '../../bank/exchange';
import type { ReadKind, ReadLimiter } from './read-limiter';
import { nextRead } from './next-read';
import type { PageTiming, Source } from './status-sources';
import { StatusReader, type StartableRead, type Stay } from './status-reader';
import { OpenPoll, type PollOutcome, type Question } from './waiter';

/** How long polls stay open, and how many; the rest come again. */
export interface OpenPollLimits {
  /** Real milliseconds; 0 where a poll must never wait in the process. */
  readonly longestMs: number;
  readonly most: number;
}

/** A released poll comes back after this part of the time that those before it should take: they may take less. */
const RETRY_FACTOR = 1 / 3;
/** Shortest and longest real milliseconds between two decisions. */
const DECISION_MS = { least: 1, most: 60_000 };
const READ_LIMIT_MS = CALL_TIMEOUT_SECONDS * 900;

/** A clock that can be waited on: milliseconds of one monotonic clock, and a timer on it that can be stopped. */
export interface Timing {
  readonly now: () => number;
  readonly after: (delayMs: number, act: () => void) => () => void;
}

export const realTiming: Timing = {
  now: () => performance.now(),
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * The statuses of the bank that polls of this process wait for. A poll asks and is told; the feed alone
 * decides on the next read, at each moment the rate limiter spares one.
 */
export class StatusFeed {
  private readonly readers: Pick<StatusReader<never>, 'candidates' | 'stays' | 'waiters'>[] = [];
  private decidesSoon = false;
  private stopTimer: () => void = () => undefined;
  private readsForSpeed = false;

  constructor(
    readonly limiter: ReadLimiter,
    private readonly timing: Timing,
    private readonly open: OpenPollLimits,
  ) {}

  reader<F>(source: Source<F>, pages: PageTiming): StatusReader<F> {
    const reader = new StatusReader(source, pages, this.timing.now);
    this.readers.push(reader);
    return reader;
  }

  /**
   * Waits for the end that a question asks for, or until the poll should come again.
   * @throws the error of the read of its status, or the reason of the signal
   */
  ask<F, T>(reader: StatusReader<F>, asked: Question<F, T>, signal?: AbortSignal): Promise<PollOutcome<T>> {
    const { key, dueInMs } = asked;
    let cancel: () => void = () => undefined;
    const asking = new Promise<PollOutcome<T>>((resolve, reject) => {
      const end = (outcome: PollOutcome<unknown>) => resolve(outcome as PollOutcome<T>);
      const poll = new OpenPoll<F>(asked, this.timing.now(), end, reject);
      cancel = () => {
        reader.waiters.leave(key, poll);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', cancel);
      reader.arrive(key, poll, dueInMs);
    });
    this.decideSoon();
    return asking.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Polls that come together are decided about together. */
  private decideSoon(): void {
    if (this.decidesSoon) return;
    this.decidesSoon = true;
    this.timing.after(0, () => {
      this.decidesSoon = false;
      this.decide();
    });
  }

  /** Starts the reads that are spared now, releases polls that need not stay, and sets the next decision. */
  private decide(): void {
    this.stopTimer();
    const begunAtMs = this.timing.now();
    const waitMs = this.startReads();
    const leavesInMs = this.release(waitMs);
    // A poll may have fallen due while this decision was made.
    const dueAtMs = Math.min(...this.readers.map(({ waiters }) => waiters.firstDateAfter(begunAtMs)));
    const dueInMs = dueAtMs - this.timing.now();
    const againMs = Math.min(waitMs, leavesInMs, dueInMs);
    if (!this.readers.some(({ waiters }) => waiters.haveOpenPolls)) return;
    const delayMs = Math.max(DECISION_MS.least, Math.min(DECISION_MS.most, againMs));
    this.stopTimer = this.timing.after(delayMs, () => this.decide());
  }

  /** Starts reads until none is spared. @returns the milliseconds until one is */
  private startReads(): number {
    for (;;) {
      const { isUnlimited } = this.limiter;
      const candidates = this.readers.flatMap((reader) => reader.candidates(isUnlimited));
      if (isUnlimited) for (const candidate of candidates) this.start(candidate);
      if (isUnlimited || candidates.length === 0) return Infinity;
      const wants = (kind: ReadKind) => candidates.some((one) => one.kind === kind && one.isDue);
      const next = nextRead(candidates, {
        roomInMs: this.limiter.roomInMs,
        tokenInMs: {
          money: this.limiter.tokenInMs('money', wants('rest')),
          rest: this.limiter.tokenInMs('rest', wants('money')),
        },
        forSpeedInMs: this.readsForSpeed ? Infinity : this.limiter.forSpeedInMs,
      });
      if ('waitMs' in next) return next.waitMs;
      if (next.isByDate) this.start(next.read);
      else this.startForSpeed(next.read);
    }
  }

  private start({ kind, start }: StartableRead): void {
    this.limiter.take(kind);
    void start(this.limits()).then(() => this.decide());
  }

  /** One at a time, so that the limiter has counted each when the next is decided about. */
  private startForSpeed({ start }: StartableRead): void {
    this.readsForSpeed = true;
    void start(this.limits()).then(() => {
      this.readsForSpeed = false;
      this.decide();
    });
  }

  /** Releases polls that stayed long enough, or are due far ahead. @returns milliseconds until the next */
  private release(readInMs: number): number {
    let leavesInMs = Infinity;
    const stays = this.readers.flatMap((reader) => reader.stays());
    for (const [place, stay] of stays.sort((one, other) => one.dueAtMs - other.dueAtMs).entries()) {
      // Those beyond the most, which are due last, stay not at all.
      const staysMs = place < this.open.most ? this.staysMs(stay) : 0;
      if (staysMs <= 0) this.releaseOne(stay, readInMs);
      else leavesInMs = Math.min(leavesInMs, staysMs);
    }
    return leavesInMs;
  }

  /** How long a poll may stay: until some minutes after its date, when that is near. */
  private staysMs({ dueAtMs, openedAtMs }: Stay): number {
    const nowMs = this.timing.now();
    if (dueAtMs - nowMs > this.open.longestMs) return 0;
    return Math.max(openedAtMs, dueAtMs) + this.open.longestMs - nowMs;
  }

  private releaseOne({ kind, dueAtMs, countBefore, release }: Stay, readInMs: number): void {
    const dueInMs = dueAtMs - this.timing.now();
    if (dueInMs > 0) {
      release(dueInMs, false);
      return;
    }
    const turnInMs = this.limiter.readsInMs(kind, countBefore() * RETRY_FACTOR);
    release(Math.max(DECISION_MS.least, Number.isFinite(readInMs) ? readInMs : 0, turnInMs), true);
  }

  private limits = (): CallLimits => ({ deadlineMs: performance.now() + READ_LIMIT_MS, urgency: 'routine' });
}
