import type { Authorisation } from '../../../domain/case/authorisation';
import { afterSend, isUnsent, type SendEvent, type SendState } from '../../../domain/payout/send-state';

/** What is known about the send of one payout, in whichever run it was sent. */
export class SendRecord {
  private state: SendState = 'neverSent';
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
