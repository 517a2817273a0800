import type { OperationName } from '../src/bank/contract';

export type EffectName =
  | 'account-created'
  | 'transfer-limits-set'
  | 'customer-created'
  | 'enrolled'
  | 'kyc-started'
  | 'kyc-decided'
  | 'application-created'
  | 'application-registered'
  | 'underwriting-submitted'
  | 'bank-statement-requested'
  | 'bank-statement-finished'
  | 'document-stored'
  | 'decisioning-started'
  | 'offer-made'
  | 'application-declined'
  | 'offer-accepted'
  | 'offer-declined'
  | 'offer-expired'
  | 'disbursement-account-set'
  | 'terms-agreed'
  | 'board-resolution-submitted'
  | 'board-resolution-reviewed'
  | 'guarantor-invited'
  | 'guarantor-received'
  | 'post-offer-kyc-saved'
  | 'disbursement-approved'
  | 'disbursed'
  | 'repayment'
  | 'repayment-failed'
  | 'loan-closed'
  | 'payout-committed'
  | 'flush-committed'
  | 'payout-succeeded'
  | 'payout-failed'
  | 'payout-reversed'
  | 'transfer-received'
  | 'webhook-set'
  | 'webhook-resent';

/** Who caused an effect: a call, the business clock, or a control route. */
export type Cause = OperationName | 'time' | 'control';

/** An effect that happened. */
export interface Committed {
  readonly seq: number;
  readonly at: string;
  readonly operation: Cause;
  readonly effect: EffectName;
  /** The identity within which the effect should happen once, e.g. a payout's reference or an application's id. */
  readonly key: string;
  readonly amountKobo?: number;
  readonly note?: string;
}

/** Append-only: the oracle for every claim of "once". */
export class CommittedLog {
  private readonly entries: Committed[] = [];

  append(entry: Omit<Committed, 'seq'>): void {
    this.entries.push({ seq: this.entries.length + 1, ...entry });
  }

  list(
    filter: { effect?: string | undefined; key?: string | undefined; after?: number | undefined } = {},
  ): Committed[] {
    const { effect, key, after = 0 } = filter;
    return this.entries
      .slice(after)
      .filter((entry) => (effect ?? entry.effect) === entry.effect && (key ?? entry.key) === entry.key);
  }
}
