/** Money that is about to move under a reference. */
export interface MoneyEffect {
  readonly reference: string;
  readonly kind: 'payout' | 'flush' | 'charge';
  /** Stands for everything that must be the same whenever it is sent under this reference. */
  readonly digest: string;
  /** The run of the case that sends it. */
  readonly runId: string;
  /** Which of the run's sends it is; missing where the worker that scheduled it did not tell yet. */
  readonly mark?: { readonly at: string; readonly after?: string } | undefined;
  /** Who made it; missing where messages name their own actors. */
  readonly maker?: string | undefined;
  /** The account that pays. */
  readonly account: string;
  /** The day in Lagos, YYYY-MM-DD. */
  readonly day: string;
  /** The loan whose mandate it is made under. */
  readonly mandate?: string | undefined;
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
  /** Another run, or this one in a history that was lost, has begun to send it; from now on this one may, once the bank shows nothing of it. */
  | { readonly what: 'begunElsewhere' }
  /** Another run had begun to send it, and no read has shown since that the bank has nothing. */
  | { readonly what: 'doubted' }
  /** Something else was begun under this reference. */
  | { readonly what: 'another' }
  | { readonly what: 'overLimit'; readonly limit: keyof EffectLimits; readonly usedKobo: number };

/** What became of a send, as far as the fence must know: the amount that counts, and whether anything was sent. */
export interface Settlement {
  readonly amountKobo: number;
  readonly wasSent: boolean;
}

/** The fence outside of Temporal: what was ever begun to be sent. */
export interface MoneyEffects {
  /** Admits a send, and reserves its amount in all limits; or says why not. */
  admit(effect: MoneyEffect, limits: EffectLimits): Promise<Admission>;
  /** A read has shown that the bank has nothing under a reference that another run had begun. */
  clearDoubt(effect: MoneyEffect): Promise<void>;
  settle(effect: MoneyEffect, settlement: Settlement): Promise<void>;
}
