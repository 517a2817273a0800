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

/** What the gate asks for beyond what was approved, and why. */
export interface FurtherApproval extends WantedApproval {
  readonly why: string;
}

/** The rule that the gate has asked for; the rest is missing once people have been asked. */
export type Wanted = Pick<FurtherApproval, 'rule'> & Partial<FurtherApproval>;

/** What of an approval a run hands over to the next one. */
export interface CarriedApproval {
  readonly current?: OpenApproval;
  readonly wanted?: Wanted;
}
