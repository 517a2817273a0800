import type { Authorisation } from '../case/send-authorisation';

/**
 * The state of a payout's send. Once a send went unanswered, neither a refusal nor a read that finds nothing
 * makes the payout unsent: only the bank's own record or a person's evidence settles it. `duplicate`: the
 * bank refused the send because it has a payout under the reference, perhaps ours. A later refusal, say for
 * lack of the money that the payout took, does not settle that.
 */
export type SendState = 'neverSent' | 'refused' | 'duplicate' | 'unanswered' | 'taken';

/** The result of an attempt to send, or of a read after it; `another`: the reference is another payout's. */
export type SendEvent = 'refused' | 'duplicate' | 'unanswered' | 'taken' | 'another';

export function afterSend(state: SendState, event: SendEvent): SendState {
  if (state === 'taken' || event === 'taken') return 'taken';
  if (state === 'unanswered' || (state === 'duplicate' && event === 'refused')) return state;
  return event === 'another' ? 'refused' : event;
}

/** Whether the payout is known to be unsent, so that people may abandon it or approve it again. */
export const isUnsent = (state: SendState): boolean => state === 'neverSent' || state === 'refused';

/** The send state of one payout, across its runs. */
export class SendRecord {
  private state: SendState = 'neverSent';
  /** Number of the latest send of this run, from 1 on; 0 before the first. */
  send = 0;
  /** Whether an order is on its way to the bank, so that its outcome is not known yet. */
  isOnItsWay = false;
  /** When the first send that was not refused began. */
  sentAt: string | undefined;
  /** The proof of the order that may be under way: a repeat sends the same order. */
  provenBy: Authorisation | undefined;

  get isUnsent(): boolean {
    return isUnsent(this.state);
  }

  get isTaken(): boolean {
    return this.state === 'taken';
  }

  /** Counts a send and marks it as on its way while `order` runs. */
  async during<R>(order: () => Promise<R>): Promise<R> {
    this.send++;
    this.isOnItsWay = true;
    try {
      return await order();
    } finally {
      this.isOnItsWay = false;
    }
  }

  /** Notes the result of an attempt to send that began at `begunAt`, or of a read after it. */
  told(event: SendEvent, begunAt?: string): void {
    this.state = afterSend(this.state, event);
    if (!this.isUnsent) this.sentAt ??= begunAt;
  }

  /** Sets the state of an earlier run's send, which counts as sent until that run's history disproves it. */
  assume(state: 'unanswered' | 'neverSent'): void {
    this.state = state;
  }
}
