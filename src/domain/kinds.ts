import { batch } from './batch/kind';
import { enrolment } from './enrolment/kind';
import { loan } from './loan/kind';
import { flush, payout } from './payout/kind';
import { reconciliation } from './reconciliation/kind';
import { limits } from './transfer-limits/kind';

/** Every kind of case that people start, look at and steer. */
export const kinds = { loan, payout, flush, limits, batch, enrolment, reconciliation };

export type Noun = keyof typeof kinds;
export const nouns = Object.keys(kinds) as readonly Noun[];

/** The kinds that people start. */
export type StartableNoun = {
  [N in Noun]: (typeof kinds)[N] extends { readonly start: object } ? N : never;
}[Noun];
export const startableNouns = nouns.filter((noun): noun is StartableNoun => kinds[noun].start !== undefined);
