import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { Attention, Waiting } from '../../domain/case-file';
import { businessNow, patience, type Clock } from '../../domain/clock';
import { waits, type Deadlines } from '../../domain/waits';

const HOUR_MS = 3_600_000;

/** What the watchdog looks at. */
interface Watched {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly waiting: Waiting | undefined;
  readonly attention: Attention | undefined;
  commandsNow(): readonly string[];
  raiseAttention(cause: string, actions: readonly string[]): void;
}

/**
 * Raises attention when a wait has taken too long. One timer serves all waits of a case: it is only set anew for a
 * wait whose deadline is nearer, since every timer stands in the history.
 */
export class Watchdog {
  private wakesAt = Infinity;
  private nap = new CancellationScope();

  constructor(private readonly file: Watched) {}

  /** Looks at the wait that has just begun. */
  watch(): void {
    const deadline = this.deadline();
    if (deadline >= this.wakesAt) return;
    this.wakesAt = deadline;
    this.nap.cancel();
    // Not inside whatever scope runs now: that may be the nap that has just ended, or a wait that ends first.
    void CancellationScope.nonCancellable(() => {
      this.nap = new CancellationScope();
      return this.nap.run(() => this.sleepUntil(deadline));
    }).catch(ignoreCancellation);
  }

  private async sleepUntil(deadline: number): Promise<void> {
    const left = Math.max(1, patience(this.file.clock, deadline - this.now()));
    await sleep(left, { summary: 'a wait deserves attention' });
    this.wakesAt = Infinity;
    if (this.deadline() <= this.now()) this.bark();
    else this.watch();
  }

  private bark(): void {
    const { waiting } = this.file;
    if (!waiting) return;
    const remedies = this.file.commandsNow().filter((name) => name !== 'assign');
    this.file.raiseAttention(`waiting for ${waiting.about} since ${waiting.since}`, remedies);
  }

  /** When the current wait deserves attention, in business milliseconds; never, if it has it already. */
  private deadline(): number {
    const { waiting, attention, deadlines } = this.file;
    if (!waiting || attention) return Infinity;
    const hours = deadlines[waiting.for] ?? waits[waiting.for].attentionAfterHours;
    return Date.parse(waiting.since) + hours * HOUR_MS;
  }

  private now(): number {
    return businessNow(this.file.clock, Date.now());
  }
}

function ignoreCancellation(error: unknown): void {
  if (!isCancellation(error)) throw error;
}
