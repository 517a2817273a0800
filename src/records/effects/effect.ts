/** Money that is about to move under a reference. */
export interface MoneyEffect {
  readonly reference: string;
  readonly kind: 'payout' | 'flush' | 'charge' | 'limits';
  /** Stands for everything that must be the same whenever it is sent under this reference. */
  readonly digest: string;
  /** The run of the case that sends it. */
  readonly runId: string;
  /** The attempt that sends it; each is another one. */
  readonly attempt?: { readonly activityId: string; readonly number: number } | undefined;
  /** Which of the run's sends it is, the same in each attempt at its activity. */
  readonly mark?: { readonly at: string; readonly after?: string } | undefined;
  /** Who made it; missing where messages name their own actors. */
  readonly maker?: string | undefined;
  /** The account that pays. */
  readonly account: string;
  /** The day in Lagos, YYYY-MM-DD. */
  readonly day: string;
  /** The loan whose mandate it is made under. */
  readonly mandate?: string | undefined;
  /** Charges under the same mandate that are known to have taken nothing, by their references: they do not count. */
  readonly untaken?: readonly string[] | undefined;
  readonly amountKobo: number;
}

/** The most that may move, in kobo; what is missing has no limit. */
export interface EffectLimits {
  /** In one day, made by one person. */
  readonly perMakerKobo?: number | undefined;
  /** In one day, from one account. */
  readonly perAccountKobo?: number | undefined;
  /** In all, under one mandate. */
  readonly mandateKobo?: number | undefined;
}

/** What the fence says to a send. */
export type Admission =
  /** It may be sent. `isFirst`: nothing of it was sent before. */
  | { readonly what: 'admitted'; readonly isFirst: boolean }
  /**
   * It may have been sent before, and the run does not know what became of that: another run has begun it, this one in a
   * history that was lost, or an earlier attempt at the same activity. From now on this run may send it, once the bank
   * shows nothing of it.
   */
  | { readonly what: 'begunElsewhere' }
  /**
   * It may be sent if the bank shows nothing under its reference now: what was begun is doubted, or was another order.
   * `isForged`: the table has a row of it that no worker has written.
   */
  | { readonly what: 'doubted'; readonly isForged?: boolean }
  /** Something else was begun under this reference, and the run does not know what became of that. */
  | { readonly what: 'another' }
  | { readonly what: 'overLimit'; readonly limit: keyof EffectLimits; readonly usedKobo: number };

/** What became of a send, as far as the fence must know. */
export type Settlement =
  /** The bank took so much, or nothing. */
  | { readonly what: 'took'; readonly amountKobo: number }
  /** The bank has refused it, in words that do not say whether it took it before. */
  | { readonly what: 'refused' }
  /** Nothing was sent under the reference; so much stays reserved. */
  | { readonly what: 'unsent'; readonly amountKobo: number }
  /** This repeat never went out: what was known before it holds. */
  | { readonly what: 'notRepeated' };

/** A send that a run asks about: its own of this mark, or the last one of any other run under the reference. */
export interface AskedSend extends Pick<MoneyEffect, 'reference' | 'runId' | 'mark'> {
  readonly byOtherRun?: true;
}

/** The fence outside of Temporal: what was ever begun to be sent. */
export interface MoneyEffects {
  /**
   * Admits a send, and reserves its amount in all limits of its day; or says why not. `seenAbsent`: a read has just shown
   * that the bank has nothing under its reference.
   */
  admit(effect: MoneyEffect, limits: EffectLimits, seenAbsent?: boolean): Promise<Admission>;
  /** Whether this send may have gone out. What goes out next is sent only after a read then. */
  doubt(send: AskedSend): Promise<boolean>;
  /** Changes nothing unless this is still the last send under its reference. */
  settle(effect: MoneyEffect, settlement: Settlement): Promise<void>;
}
