import type { Transfer } from '../money/ledger';

/** What happens at its time without a call. */
export type TaskName =
  | 'register-application'
  | 'decide-kyc'
  | 'finish-bank-statement'
  | 'decide-application'
  | 'expire-offer'
  | 'review-board-resolution'
  | 'receive-guarantor'
  | 'approve-disbursement'
  | 'disburse'
  | 'borrower-pays'
  | 'settle-charge'
  | 'settle-payout'
  | 'reverse-payout'
  | 'take-fee'
  | 'move-money'
  | 'reschedule-loan';

/** A task, when it is due (business milliseconds), and the record it is about. */
export interface DueTask {
  readonly at: number;
  readonly task: TaskName;
  readonly subject: string;
  /** For `borrower-pays`: how much is to be paid in all after it, in kobo. */
  readonly targetKobo?: number;
  /** For `take-fee` and `move-money`: what is moved. */
  readonly transfer?: Transfer;
}

/** Everything that will come due, ordered by time, then by when it was entered. */
export class ScheduledTasks {
  private readonly due: DueTask[] = [];

  add(entry: DueTask): void {
    const later = this.due.findIndex((other) => other.at > entry.at);
    this.due.splice(later === -1 ? this.due.length : later, 0, entry);
  }

  /** Takes out the next task that is due at an instant. */
  next(now: number): DueTask | undefined {
    return this.due[0] !== undefined && this.due[0].at <= now ? this.due.shift() : undefined;
  }

  toJSON(): readonly DueTask[] {
    return this.due;
  }
}
