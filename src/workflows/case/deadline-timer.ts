import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import { overdueCause, type Waiting } from '../../domain/case/snapshot';
import { businessNow, HOUR_MS, patience } from '../../domain/time/clock';
import { boundedSentence } from '../../domain/names/personal-data';
import { waits } from '../../domain/case/waits';
import type { Case } from './case';

/** Longest sentence about a word of the bank, in characters. */
const SENTENCE_MAX = 160;

/**
 * Raises attention when a wait has taken too long, and has lapsed proposals noted. One timer serves the whole
 * case: it is reset only for a nearer deadline, since every timer adds to the history.
 */
export class DeadlineTimer {
  private dueAt = Infinity;
  /** The last unknown word of the bank, and the wait in which it came. */
  private lastWord: { readonly waiting: Waiting; readonly sentence: string } | undefined;
  private sleeping = new CancellationScope();

  constructor(private readonly watched: Case<string>) {}

  /** Sets the timer after a wait has begun, attention was settled, or a command was proposed. */
  watch(): void {
    const { ended, commands } = this.watched;
    const lapsesAt = ended ? undefined : commands.proposals.lapsesAt;
    const deadline = Math.min(this.overdueAt(), Date.parse(lapsesAt ?? '') || Infinity);
    if (deadline >= this.dueAt) return;
    this.dueAt = deadline;
    this.sleeping.cancel();
    // Not inside the current scope: that may be the sleep that has just ended, or a wait that ends first.
    void CancellationScope.nonCancellable(() => {
      this.sleeping = new CancellationScope();
      return this.sleeping.run(() => this.sleepUntil(deadline));
    }).catch(ignoreCancellation);
  }

  /** Keeps a poll's report of a word of the bank that we do not know. */
  noteUnknownWord(given: unknown): void {
    const { sentence } = Object(given) as { sentence?: unknown };
    const { waiting } = this.watched;
    if (typeof sentence !== 'string' || !waiting || !['bank', 'provider'].includes(waiting.on)) return;
    this.lastWord = { waiting, sentence: boundedSentence(sentence, SENTENCE_MAX) };
  }

  private async sleepUntil(deadline: number): Promise<void> {
    const left = Math.max(1, patience(this.watched.clock, deadline - this.now()));
    await sleep(left, { summary: 'a wait deserves attention' });
    this.dueAt = Infinity;
    this.watched.commands.proposals.noteLapsed();
    // It has passed, even if the task that says so bears an earlier time.
    if (this.overdueAt() <= Math.max(deadline, this.now())) this.fire();
    else this.watched.publish();
    this.watch();
  }

  private fire(): void {
    const { waiting } = this.watched;
    if (!waiting) return;
    const { lastWord } = this;
    const addition = lastWord?.waiting === waiting ? `; the bank said: ${lastWord.sentence}` : '';
    this.watched.raiseAttention(`${overdueCause(waiting)}${addition}`);
  }

  /** When the current wait needs attention, in business milliseconds; Infinity if it already has it. */
  private overdueAt(): number {
    const { waiting, attention, deadlines, settledAt = '' } = this.watched;
    if (!waiting || attention) return Infinity;
    const hours = deadlines[waiting.for] ?? waits[waiting.for].attentionAfterHours;
    const since = waiting.since > settledAt ? waiting.since : settledAt;
    return Date.parse(since) + hours * HOUR_MS;
  }

  private now(): number {
    return businessNow(this.watched.clock, Date.now());
  }
}

function ignoreCancellation(error: unknown): void {
  if (!isCancellation(error)) throw error;
}
