import type { Authorisation } from '../../../domain/case/authorisation';
import { afterSend, isUnsent, type SendEvent, type SendState } from '../../../domain/payout/send-state';

/** What of the send a run hands over to the next one. */
export interface CarriedSend {
  readonly state: SendState;
  readonly sentAt?: string;
  readonly accountName?: string;
  readonly unclear?: Unclear;
  readonly provenBy?: Authorisation;
}

/** Why it is not clear whether the bank has the payout; without words where the bank has said nothing against it. */
export interface Unclear {
  readonly refusal?: string;
  /** Whether people have been told. */
  readonly isRaised?: boolean;
}

/** What is known about the send of one payout, in whichever run it was sent. */
export class SendRecord {
  private state: SendState = 'neverSent';
  /** When the first send that was not refused began. */
  sentAt: string | undefined;
  /** The name that it is, or was, sent to; once it is prepared. */
  accountName: string | undefined;
  /** Set while reads have to show whether the bank has it. */
  unclear: Unclear | undefined;
  /** What proves that the order which may be under way was wanted: it is sent again as it was sent, in whichever run. */
  provenBy: Authorisation | undefined;
  private isTakenOver = false;

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

  /** Whether an earlier run has sent it, asked once: only a read tells what the bank has of that. */
  wasTakenOver(): boolean {
    const was = this.isTakenOver;
    this.isTakenOver = false;
    return was;
  }

  /** Until it is known what an earlier run has sent, it counts as sent. */
  assume(state: 'unanswered' | 'neverSent'): void {
    this.state = state;
  }

  carry(): CarriedSend {
    const { state, sentAt, accountName, unclear, provenBy, isUnsent, isTaken } = this;
    return {
      state,
      ...(sentAt !== undefined && { sentAt }),
      ...(accountName !== undefined && { accountName }),
      ...(unclear && { unclear }),
      ...(provenBy && !isUnsent && !isTaken && { provenBy }),
    };
  }

  takeOver({ state, ...known }: CarriedSend): void {
    Object.assign(this, { state, ...known, isTakenOver: state !== 'neverSent' });
  }
}
