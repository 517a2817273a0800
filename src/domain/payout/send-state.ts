import type { Authorisation } from '../case/authorisation';

/**
 * What is known about the send of a payout. Once a send went unanswered, neither a refusal nor a read that finds
 * nothing makes the payout unsent: only the bank's own record or a person's evidence settles it. A `duplicate` is one
 * that the bank refused because it has a payout under the reference, perhaps ours: another refusal, say for lack of the
 * money that it took, tells nothing of that.
 */
export type SendState = 'neverSent' | 'refused' | 'duplicate' | 'unanswered' | 'taken';

/** What an attempt to send, or a read after it, has told; `another`: the reference belongs to another payout. */
export type SendEvent = 'refused' | 'duplicate' | 'unanswered' | 'taken' | 'another';

/** The state after an event. */
export function afterSend(state: SendState, event: SendEvent): SendState {
  if (state === 'taken' || event === 'taken') return 'taken';
  if (state === 'unanswered' || (state === 'duplicate' && event === 'refused')) return state;
  return event === 'another' ? 'refused' : event;
}

/** Whether the payout is known to be unsent: then it may be abandoned or approved anew. */
export const isUnsent = (state: SendState): boolean => state === 'neverSent' || state === 'refused';

/** What is known about the send of one payout, in whichever run it was sent. */
export class SendRecord {
  private state: SendState = 'neverSent';
  private sends = 0;
  private onItsWay = false;
  /** When the first send that was not refused began. */
  sentAt: string | undefined;
  /** What proves that the order which may be under way was wanted: it is sent again as it was sent. */
  provenBy: Authorisation | undefined;

  get isUnsent(): boolean {
    return isUnsent(this.state);
  }

  get isTaken(): boolean {
    return this.state === 'taken';
  }

  /** The latest send of this run: the first is 1, and before it 0. */
  get send(): number {
    return this.sends;
  }

  /** Whether an order is on its way to the bank, of which nobody can know anything yet. */
  get isOnItsWay(): boolean {
    return this.onItsWay;
  }

  /** Sends it once more; the bank's answer, or the lack of one. */
  async during<R>(order: () => Promise<R>): Promise<R> {
    this.sends++;
    this.onItsWay = true;
    try {
      return await order();
    } finally {
      this.onItsWay = false;
    }
  }

  /** An attempt to send that began then, or a read after it, has told this. */
  told(event: SendEvent, begunAt?: string): void {
    this.state = afterSend(this.state, event);
    if (!this.isUnsent) this.sentAt ??= begunAt;
  }

  /** Until it is known what an earlier run has sent, it counts as sent. */
  assume(state: 'unanswered' | 'neverSent'): void {
    this.state = state;
  }
}
