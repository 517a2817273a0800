import { setTimeout as sleep } from 'node:timers/promises';
import type { SkippedTime } from '../readings/skipped-time';

const MINUTE_MS = 60_000;
/** Workers that have had nothing to do at so many looks in a row have done what there was to do. */
const SETTLED = { looks: 3, everyMs: 4 };
/** Time that does not pass although workers are idle stands still for good: longer than a lost workflow task takes to come again. */
const STILL = { looks: 22, everyMs: 200 };

interface Waiting {
  readonly untilMs: number;
  readonly goOn: () => void;
}

/**
 * The time of worlds side by side. One world acts at a time, so that a seed stands for the same course of events; when
 * all wait, time passes to the first instant that one waits for.
 */
export class SharedTime {
  private worlds = 0;
  private waiting: readonly Waiting[] = [];
  private isPassing = false;

  /** `wake` sets free what keeps time from passing; whether it found anything. */
  constructor(
    private readonly skipped: SkippedTime,
    private readonly wake: () => Promise<boolean>,
  ) {}

  get nowMs(): number {
    return this.skipped.nowMs;
  }

  /** A world that takes part; it has to wait before it acts. */
  async within<R>(act: () => Promise<R>): Promise<R> {
    this.worlds += 1;
    try {
      await Promise.resolve(); // All take part before time passes for the first of them.
      return await act();
    } finally {
      this.worlds -= 1;
      void this.pass();
    }
  }

  until(untilMs: number): Promise<void> {
    return new Promise((goOn) => {
      this.waiting = [...this.waiting, { untilMs, goOn }];
      void this.pass();
    });
  }

  /** Until the workers have done what there is to do now. */
  async settled(): Promise<void> {
    for (let idle = 0; idle < SETTLED.looks; idle = this.skipped.isIdle ? idle + 1 : 0)
      await sleep(SETTLED.everyMs);
  }

  private async pass(): Promise<void> {
    if (this.isPassing || this.waiting.length === 0 || this.waiting.length < this.worlds) return;
    this.isPassing = true;
    const [next, ...others] = [...this.waiting].sort((a, b) => a.untilMs - b.untilMs) as [
      Waiting,
      ...Waiting[],
    ];
    const leftMs = next.untilMs - this.nowMs;
    if (leftMs > 0) await this.sleep(leftMs);
    await this.settled();
    this.waiting = others;
    this.isPassing = false;
    next.goOn();
  }

  private async sleep(leftMs: number): Promise<void> {
    const passed = this.skipped.sleep(leftMs / MINUTE_MS).then(() => 'passed');
    let [idle, freed] = [0, 0];
    while ((await within(passed, STILL.everyMs)) !== 'passed') {
      idle = this.skipped.isIdle ? idle + 1 : 0;
      if (idle < STILL.looks) continue;
      idle = 0;
      freed += 1;
      if (freed % 2 === 0 || !(await this.wake())) await this.skipped.goOn();
    }
  }
}

/** What a promise gives; nothing when that takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const waiting = new AbortController();
  const late = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
  return Promise.race([promise, late]).finally(() => waiting.abort());
}
