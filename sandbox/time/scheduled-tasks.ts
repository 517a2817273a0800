import type { Transfer } from '../money/ledger';

/** An event that happens at its time, without a call. */
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

/** A task, its due time (business milliseconds), and the id of its record. */
export interface DueTask {
  readonly at: number;
  readonly task: TaskName;
  readonly subject: string;
  /** For `borrower-pays`: the total paid after it, in kobo. */
  readonly targetKobo?: number;
  /** For `take-fee` and `move-money`: the transfer to make. */
  readonly transfer?: Transfer;
}

/** All future tasks, ordered by time, then by entry. */
export class ScheduledTasks {
  private readonly due: DueTask[] = [];

  add(entry: DueTask): void {
    const later = this.due.findIndex((other) => other.at > entry.at);
    this.due.splice(later === -1 ? this.due.length : later, 0, entry);
  }

  /** Removes and returns the next task due at an instant. */
  next(now: number): DueTask | undefined {
    return this.due[0] !== undefined && this.due[0].at <= now ? this.due.shift() : undefined;
  }

  toJSON(): readonly DueTask[] {
    return this.due;
  }
}
