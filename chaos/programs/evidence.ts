import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import type { Committed } from '../../sandbox/committed-log';
import type {
  AccountRecord,
  ApplicationRecord,
  LoanRecord,
  PayoutRecord,
  RepaymentRecord,
} from '../../sandbox/bank-state';
import type { RowResult } from '../../src/domain/batch/validation-results';
import type { AuditEntry } from '../../src/domain/case/audit';
import type { Said } from './people';
import type { PlannedCase } from './program';

/** A charge that the bank has accepted, taken at once or not. */
export interface AcceptedCharge extends RepaymentRecord {
  readonly atMs: number;
}

/** A send that one of our workers asked the bank for, and how the bank answered. */
export interface Asked {
  readonly operation: 'createPayout' | 'flushAccount' | 'chargeRepayment';
  readonly reference: string;
  readonly atMs: number;
  answer: 'taken' | 'other' | 'none';
}

/** What a case said of itself at an instant. */
export interface Look {
  readonly atMs: number;
  readonly snapshot: CaseSnapshot;
}

/** What was said to a case, and whether it was accepted. */
export interface Spoken extends Said {
  readonly requestId: string;
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
  readonly looks: readonly Look[];
  readonly failure: string | undefined;
  readonly isStopped: boolean;
  /** Whether it was ended from outside, and begun anew or not. */
  readonly wasTerminated: boolean;
  /** Whether it was begun anew from an older copy. */
  readonly wasRestored: boolean;
  /** Since it was last begun anew from an older copy, which knows nothing of what was said before. */
  readonly spoken: readonly Spoken[];
  /** How often a cooperative operator had to help at the end. */
  readonly helped: number;
  /** What the results of a batch say at the end. */
  readonly rows?: readonly RowResult[] | undefined;
}

/** What our workers have written down beside Temporal. */
export interface Written {
  readonly entries: readonly AuditEntry[];
  /** The references of the sends that the fence has admitted, one for each attempt. */
  readonly admitted: readonly string[];
}

/** Everything that is known when a program has ended: the bank's own books, and what cases and people say. */
export interface Evidence {
  readonly nowMs: number;
  readonly committed: readonly Committed[];
  readonly payouts: readonly PayoutRecord[];
  readonly loans: readonly LoanRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly charges: readonly AcceptedCharge[];
  readonly asked: readonly Asked[];
  /** Missing where there are no records. */
  readonly written: Written | undefined;
  readonly applications: readonly ApplicationRecord[];
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
