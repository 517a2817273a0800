import { setTimeout as sleep } from 'node:timers/promises';

/** Says when the next call may go out, and hears of each that does. Milliseconds of one monotonic clock. */
export interface Rule {
  waitMs(nowMs: number): number;
  taken(nowMs: number): void;
}

/** Lets calls through by a rule, first come, first served. */
export class Limiter {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly rule: Rule) {}

  /** Resolves when it is the caller's turn. */
  take(): Promise<void> {
    this.last = this.last.then(() => this.turn());
    return this.last;
  }

  private async turn(): Promise<void> {
    for (let waitMs = this.wait(); waitMs > 0; waitMs = this.wait()) await sleep(Math.ceil(waitMs));
    this.rule.taken(performance.now());
  }

  private wait(): number {
    return this.rule.waitMs(performance.now());
  }
}
