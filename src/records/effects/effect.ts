/** Money that is about to move under a reference. */
export interface MoneyEffect {
  readonly reference: string;
  readonly kind: 'payout' | 'flush' | 'charge' | 'limits';
  /** Digest of everything that must be the same in every send under this reference. */
  readonly digest: string;
  readonly runId: string;
  /** The attempt that sends it; each attempt differs. */
  readonly attempt?: { readonly activityId: string; readonly number: number } | undefined;
  /** Identifies the send within its run; the same in each attempt at its activity. */
  readonly mark?: { readonly at: string; readonly after?: string } | undefined;
  /** Who made it; `undefined` where messages name their own actors. */
  readonly maker?: string | undefined;
  readonly account: string;
  /** The day in Lagos, YYYY-MM-DD. */
  readonly day: string;
  /** The mandate's loan. */
  readonly mandate?: string | undefined;
  /** References of charges under the same mandate that are known to have taken nothing: they do not count. */
  readonly untaken?: readonly string[] | undefined;
  readonly amountKobo: number;
}

/** The most that may move, in kobo; `undefined` means no limit. */
export interface EffectLimits {
  /** In one day, made by one person. */
  readonly perMakerKobo?: number | undefined;
  /** In one day, from one account. */
  readonly perAccountKobo?: number | undefined;
  /** In all, under one mandate. */
  readonly mandateKobo?: number | undefined;
}

/** The fence's answer to a send. */
export type Admission =
  /** It may be sent. `isFirst`: no send under this reference went before. */
  | { readonly what: 'admitted'; readonly isFirst: boolean }
  /**
   * It may have been sent before, and the run does not know the outcome: another run has begun it, or this
   * one in a lost history, or an earlier attempt at the same activity. From now on this run may send it, once
   * the bank shows no trace of it.
   */
  | { readonly what: 'begunElsewhere' }
  /**
   * It may be sent if the bank now shows no trace of its reference: the begun send is in doubt, or was
   * another order. `isForged`: the table has a row under the reference that no worker has written.
   */
  | { readonly what: 'doubted'; readonly isForged?: boolean }
  /** Another order was begun under this reference, and the run does not know its outcome. */
  | { readonly what: 'another' }
  | { readonly what: 'overLimit'; readonly limit: keyof EffectLimits; readonly usedKobo: number };

/** The outcome of a send, as far as the fence must know it. */
export type Settlement =
  /** The bank took this amount, perhaps 0. */
  | { readonly what: 'took'; readonly amountKobo: number }
  /** The bank refused it in words that do not say whether an earlier send took money. */
  | { readonly what: 'refused' }
  /** Nothing was sent under the reference; this amount stays reserved. */
  | { readonly what: 'unsent'; readonly amountKobo: number }
  /** This repeat never went out: the earlier outcome still holds. */
  | { readonly what: 'notRepeated' };

/** A run's question about a send: its own of this mark, or any other run's last one under the reference. */
export interface AskedSend extends Pick<MoneyEffect, 'reference' | 'runId' | 'mark'> {
  readonly byOtherRun?: true;
}
