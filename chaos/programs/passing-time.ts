import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../within';
import type { SkippedTime } from '../readings/skipped-time';

const MINUTE_MS = 60_000;
/** Workers that have had nothing to do at so many looks in a row have done what there was to do. */
const SETTLED = { looks: 3, everyMs: 4 };
/** Workers that have had nothing to do for so long are not about to answer, even on a busy machine. */
const QUIET = { looks: 40, everyMs: 25 };
/** Time that does not pass although workers are idle may stand still for good; after so long, for certain. */
const STILL = { everyMs: 20, perhapsLooks: 15, certainLooks: 220 };

/** What keeps time from passing. */
export interface Wakers {
  /** Whether every case answers: then none of them has anything under way. */
  readonly allAnswer: () => Promise<boolean>;
  /** Ends what can go on no more; whether it found anything. */
  readonly endStuck: () => Promise<boolean>;
}

/**
 * The time of a world. The server keeps it from passing while a task is open, and forgets to let it go on where an
 * activity was cancelled between two attempts, or a workflow ended with one under way.
 */
export class PassingTime {
  constructor(
    private readonly skipped: SkippedTime,
    private readonly wakers: Wakers,
  ) {}

  get nowMs(): number {
    return this.skipped.nowMs;
  }

  async until(untilMs: number): Promise<void> {
    const leftMs = untilMs - this.nowMs;
    if (leftMs > 0) await this.sleep(leftMs);
    await this.settled();
  }

  /** Until the workers have done what there is to do now. */
  async settled(): Promise<void> {
    for (let idle = 0; idle < SETTLED.looks; idle = this.skipped.isIdle ? idle + 1 : 0)
      await sleep(SETTLED.everyMs);
  }

  /** Until something is done, or workers have had nothing to do for so long that it needs time to pass. */
  async unlessQuiet(done: Promise<unknown>): Promise<void> {
    const isDone = done.then(() => 'done');
    for (let idle = 0; idle < QUIET.looks; idle = this.skipped.isIdle ? idle + 1 : 0)
      if ((await within(QUIET.everyMs, undefined, isDone)) === 'done') return;
  }

  private async sleep(leftMs: number): Promise<void> {
    const passed = this.skipped.sleep(leftMs / MINUTE_MS).then(() => 'passed');
    let idle = 0;
    while ((await within(STILL.everyMs, undefined, passed)) !== 'passed') {
      idle = this.skipped.isIdle ? idle + 1 : 0;
      if (idle === STILL.perhapsLooks && (await this.standsStill(this.wakers.allAnswer)))
        await this.skipped.goOn();
      if (idle < STILL.certainLooks) continue;
      idle = 0;
      if (await this.standsStill(async () => !(await this.wakers.endStuck()))) await this.skipped.goOn();
    }
  }

  /**
   * Whether time passes no faster than the clock on the wall, although no case has anything under way. Time that is over
   * stands still, too; set free then, it would pass by itself for ever.
   */
  private async standsStill(isFree: () => Promise<boolean>): Promise<boolean> {
    const { strides } = this.skipped;
    const wall = performance.now();
    const before = await this.skipped.look();
    if (!(await isFree())) return false;
    const passedMs = (await this.skipped.look()) - before;
    return (
      this.skipped.isIdle &&
      strides === this.skipped.strides &&
      passedMs <= performance.now() - wall + STILL.everyMs
    );
  }
}
