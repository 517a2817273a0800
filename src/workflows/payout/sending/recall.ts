import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';

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
