import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import type { Committed } from '../../src/sandbox/committed-log';
import type { AccountRecord, LoanRecord, PayoutRecord, RepaymentRecord } from '../../src/sandbox/records';
import type { Said } from './people';
import type { PlannedCase } from './program';

/** A charge that the bank has accepted, taken at once or not. */
export interface AcceptedCharge extends RepaymentRecord {
  readonly atMs: number;
}

/** What was said to a case, and whether it was accepted. */
export interface Spoken extends Said {
  readonly atMs: number;
  readonly accepted: boolean;
  /** Only proposed: it takes effect once another person has agreed. */
  readonly proposed: boolean;
}

/** A case as it stands at the end, and what was said to it. */
export interface CaseEvidence {
  readonly workflowId: string;
  readonly reference: string;
  readonly plan: PlannedCase | undefined;
  readonly snapshot: CaseSnapshot | undefined;
  readonly failure: string | undefined;
  readonly isStopped: boolean;
  /** Since it was last begun anew from an older copy, which knows nothing of what was said before. */
  readonly spoken: readonly Spoken[];
  /** How often a cooperative operator had to help at the end. */
  readonly helped: number;
}

/** Everything that is known when a program has ended: the bank's own books, and what cases and people say. */
export interface Evidence {
  readonly nowMs: number;
  readonly committed: readonly Committed[];
  readonly payouts: readonly PayoutRecord[];
  readonly loans: readonly LoanRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly charges: readonly AcceptedCharge[];
  /** The bank's references of debits that nobody of ours ordered. */
  readonly foreign: readonly string[];
  /** The comparison of all days; missing where there was nothing to compare. */
  readonly comparison: ReconciliationReport | undefined;
  readonly cases: readonly CaseEvidence[];
  /** The most that may leave an account in a day; missing where there is no fence that could hold to it. */
  readonly perAccountKobo: number | undefined;
  /** How old what a case knows of a borrower's payments may be. */
  readonly staleMs: number;
}
