import { LRUCache } from 'lru-cache';
import type { CallLimits } from '../../bank/exchange';
import { NotYetError, UnexpectedResponseError } from '../../bank/errors';
import type { ReadKind } from './read-limiter';
import { ListScan } from './page-scan';
import type { Candidate } from './next-read';
import type { Page, PageTiming, Source } from './status-sources';
import { type OpenPoll, type Waiter, Waiters } from './waiter';

export interface StartableRead extends Candidate {
  readonly start: (limits: CallLimits) => Promise<void>;
}

/** An open poll, as far as it matters for how long it stays. */
export interface Stay {
  readonly kind: ReadKind;
  readonly dueAtMs: number;
  readonly openedAtMs: number;
  /** How many statuses of its kind were due before. */
  readonly countBefore: () => number;
  /** It is to come again after this delay; `lacksRoom` when the rate limiter spared no read in time. */
  readonly release: (delayMs: number, lacksRoom: boolean) => void;
}

/** One kind of status: the polls that wait for it, its recent answers, and the reads that would tell more. */
export class StatusReader<F> {
  private readonly facts = new LRUCache<string, { readonly fact: F; readonly readAtMs: number }>({
    max: 5_000,
  });
  readonly waiters: Waiters<F>;
  private readonly scan: ListScan;

  constructor(
    private readonly source: Source<F>,
    timing: PageTiming,
    private readonly now: () => number,
  ) {
    this.waiters = new Waiters(now);
    this.scan = new ListScan(timing, now);
  }

  /** Takes a poll, which a recent answer may settle or postpone. */
  arrive(key: string, poll: OpenPoll<F>, dueInMs: number): void {
    this.waiters.arrive(key, poll, dueInMs);
    const known = this.facts.get(key);
    if (known && known.readAtMs >= poll.question.sinceMs) this.waiters.tell(key, known.fact, known.readAtMs);
  }

  /** The reads that open polls wait for now. */
  candidates(isUnlimited: boolean): StartableRead[] {
    this.endScanUnlessMissed();
    const due = this.waiters.entries().filter(([, waiter]) => this.isWanted(waiter));
    const paged = isUnlimited ? [] : due.filter(([, waiter]) => this.isListed(waiter));
    if (paged.length === 0 || !this.waiters.severalAreListed)
      return due.map((entry) => this.single(...entry));
    const alone = due.filter(([, waiter]) => !this.isListed(waiter)).map((entry) => this.single(...entry));
    return this.scan.isUnderWay ? alone : [this.page(paged.map(([, waiter]) => waiter)), ...alone];
  }

  /** The open polls, each with how to release it, without those read for now: the read ends their stay. */
  stays(): Stay[] {
    const idle = this.waiters.all().filter((waiter) => !this.isUnderWay(waiter));
    return idle.flatMap((waiter) =>
      [...waiter.open].map((poll) => ({
        kind: this.source.kind,
        dueAtMs: waiter.dueAtMs,
        openedAtMs: poll.openedAtMs,
        countBefore: () => this.waiters.countBefore(waiter),
        release: (delayMs: number, lacksRoom: boolean) =>
          waiter.release(poll, this.now(), delayMs, lacksRoom),
      })),
    );
  }

  private isUnderWay(waiter: Waiter<F>): boolean {
    return (
      waiter.isBeingRead ||
      (this.scan.isUnderWay && waiter.isWorthReading(this.now()) && this.isListed(waiter))
    );
  }

  private isWanted(waiter: Waiter<F>): boolean {
    return waiter.open.size > 0 && waiter.isWorthReading(this.now()) && !waiter.isBeingRead;
  }

  private isListed(waiter: Waiter<F>): boolean {
    return this.source.page !== undefined && !waiter.isAlone && !this.scan.isUnproductive;
  }

  private single(key: string, waiter: Waiter<F>): StartableRead {
    const start = (limits: CallLimits) => this.readSingle(key, waiter, limits);
    return { ...this.wants([waiter]), pageInMs: 0, isContinued: false, start };
  }

  private page(waiters: readonly Waiter<F>[]): StartableRead {
    return {
      ...this.wants(waiters),
      pageInMs: this.scan.inMs,
      isContinued: this.scan.isOpen,
      start: (limits) => this.readPage(limits),
    };
  }

  /** Combines the due dates of the waiters that one read would answer. */
  private wants(waiters: readonly Waiter<F>[]) {
    const nowMs = this.now();
    return {
      kind: this.source.kind,
      dueAtMs: waiters.reduce((first, { dueAtMs }) => Math.min(first, dueAtMs), Infinity),
      isDue: waiters.some((waiter) => waiter.isDue(nowMs)),
      isForSpeed: waiters.some((waiter) => waiter.isForSpeed(nowMs)),
      isRecheck: waiters.some(({ isRecheck }) => isRecheck),
    };
  }

  private async readSingle(key: string, waiter: Waiter<F>, limits: CallLimits): Promise<void> {
    const readAtMs = this.now();
    waiter.beginRead();
    try {
      this.keep(key, await this.source.single(key, limits), readAtMs);
    } catch (error) {
      if (error instanceof NotYetError) waiter.postpone(error.message, readAtMs);
      else this.waiters.fail(key, error);
    } finally {
      waiter.isBeingRead = false;
    }
  }

  private async readPage(limits: CallLimits): Promise<void> {
    const readAtMs = this.now();
    const { page, begunAtMs } = this.scan.beginPage();
    try {
      const read = await this.source.page?.(page, limits);
      if (read) this.show(read, readAtMs, begunAtMs);
    } catch (error) {
      // An unreadable page shows nothing; the statuses can still be read one by one.
      if (error instanceof UnexpectedResponseError) {
        this.show({ facts: new Map(), isLast: true }, readAtMs, begunAtMs);
        return;
      }
      this.scan.failPage();
      for (const [key, waiter] of this.waiters.entries())
        if (this.isWanted(waiter) && this.isListed(waiter)) this.waiters.fail(key, error);
    }
  }

  /** Tells a page's facts to all polls that wait for them; what the whole scan missed is read alone. */
  private show({ facts, isLast }: Page<F>, readAtMs: number, begunAtMs: number): void {
    const shown = this.waiters.entries().filter(([key]) => facts.has(key));
    for (const [, waiter] of shown) waiter.isAlone = false;
    for (const [key, fact] of facts) this.keep(key, fact, readAtMs);
    const missed = this.missedSince(begunAtMs);
    this.scan.endPage(shown.length, missed.length, isLast);
    if (!this.scan.isOpen) for (const waiter of missed) waiter.isAlone = true;
  }

  private keep(key: string, fact: F, readAtMs: number): void {
    this.facts.set(key, { fact, readAtMs });
    this.waiters.tell(key, fact, readAtMs);
  }

  /** The waiters to be read that waited already when the scan began, and that it has not shown. */
  private missedSince(begunAtMs: number): Waiter<F>[] {
    const isMissed = (waiter: Waiter<F>) =>
      !waiter.isAlone && waiter.sinceMs <= begunAtMs && waiter.isWorthReading(this.now());
    return this.waiters
      .entries()
      .filter(
        ([key, waiter]) => isMissed(waiter) && !((this.facts.get(key)?.readAtMs ?? -Infinity) >= begunAtMs),
      )
      .map(([, waiter]) => waiter);
  }

  /** Reads no further page for polls that have ended or are lost. */
  private endScanUnlessMissed(): void {
    const { begunAtMs, isUnderWay } = this.scan;
    if (begunAtMs === undefined || isUnderWay) return;
    if (this.missedSince(begunAtMs).length === 0) this.scan.end();
  }
}
