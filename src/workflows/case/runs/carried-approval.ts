import type { Approval, WantedApproval } from '../../../domain/case/approval';
import type { ProvenAct } from '../../../domain/case/proof';

/** An approval as its case has it. */
export interface OpenApproval extends Approval {
  /** Missing in a run that goes on from another one. */
  readonly content?: unknown;
  /** Business milliseconds. */
  readonly lapsesAt: number;
  readonly proofs: readonly ProvenAct[];
}

/** What the gate has asked for beyond what was approved; who counts already is missing once they were taken over. */
export type Wanted = Pick<WantedApproval, 'rule'> & Partial<WantedApproval>;

/** What of an approval a run hands over to the next one. */
export interface CarriedApproval {
  readonly current?: OpenApproval;
  readonly wanted?: Wanted;
}
