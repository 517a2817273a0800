import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { firstOf } from '../../case/steps';

/** What holds a payout back: an operator, or an obstacle (its bank, its account) that an operator may overrule. */
export class Holds {
  private byOperator = false;
  private obstacles = 0;
  private overruled = false;

  get byOperatorNow(): boolean {
    return this.byOperator;
  }

  /** Whether an operator has said that bank and account are no reason to hold the payout back. */
  get areObstaclesOverruled(): boolean {
    return this.overruled;
  }

  hold(): void {
    this.byOperator = true;
  }

  /** An operator's hold is lifted first; without one, the obstacle counts no longer. */
  release(): void {
    if (this.byOperator) this.byOperator = false;
    else this.overruled = true;
  }

  /** The payout was changed: its obstacles count again. */
  reset(): void {
    this.overruled = false;
  }

  async untilReleased(): Promise<void> {
    await condition(() => !this.byOperator);
  }

  /** Waits for an obstacle to go away, or for an operator's word that it does not matter. */
  async obstructed(wait: () => Promise<unknown>): Promise<void> {
    this.obstacles++;
    try {
      await firstOf(wait, () => condition(() => this.overruled));
    } finally {
      this.obstacles--;
    }
  }

  whyNoHold(): string | undefined {
    return this.byOperator ? 'It is held already.' : undefined;
  }

  whyNoRelease(): string | undefined {
    return this.byOperator || this.obstacles > 0 ? undefined : 'Nothing holds it back.';
  }
}

/** What is known of the send that may be recalled. */
interface Recallable {
  readonly isUnsent: boolean;
}

/**
 * Lets people have a payout back while it is being sent, as long as the bank does not have it: what the send waits for is
 * cancelled, and they decide once nothing of it is under way. A call that goes out at that moment still says what became
 * of it.
 */
export class Recall {
  private asked = 0;
  private isSending = false;
  private waiting = new CancellationScope();

  constructor(private readonly sent: Recallable) {}

  /** Whether somebody wants it back: then nothing goes out for the first time. */
  get isAsked(): boolean {
    return this.asked > 0 && this.sent.isUnsent;
  }

  /** Sends, until the bank has it or somebody wants it back. */
  async during(send: () => Promise<void>): Promise<void> {
    this.isSending = true;
    try {
      await send();
    } catch (error) {
      if (!this.isAsked || !isCancellation(error)) throw error;
    } finally {
      this.isSending = false;
    }
  }

  /** A part of the send that ends at once where somebody wants the payout back. */
  async unlessRecalled<R>(part: () => Promise<R>): Promise<R> {
    if (!this.isSending) return part();
    const [outer, own] = [this.waiting, new CancellationScope()];
    this.waiting = own;
    try {
      const going = own.run(part);
      if (this.isAsked) own.cancel();
      return await going;
    } finally {
      this.waiting = outer;
    }
  }

  /** Decides about the payout while nothing of its first send is under way, or once it may have gone out. */
  async whileBack<R>(decide: () => Promise<R>): Promise<R> {
    this.asked++;
    try {
      if (this.isAsked) this.waiting.cancel();
      await condition(() => !this.isSending || !this.sent.isUnsent);
      return await decide();
    } finally {
      this.asked--;
    }
  }

  /** Waits until nobody decides about it any more. */
  async untilDecided(): Promise<void> {
    await condition(() => this.asked === 0);
  }
}
