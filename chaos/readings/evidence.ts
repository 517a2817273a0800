import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { Committed } from '../../sandbox/committed-log';

/** Whom or what a case is about, as its file said. */
export interface Wanted {
  readonly reference: string;
  /** The borrower of a loan. */
  readonly bvn?: string;
  /** What a payout pays, and whom. */
  readonly payee?: string;
  readonly amountKobo?: number;
}

/** One case as it stands when its trial is over. */
export interface CaseEvidence {
  readonly workflowId: string;
  readonly wanted: Wanted;
  readonly snapshot: CaseSnapshot;
  /** What a batch says of its rows. */
  readonly rows?: readonly { readonly reference: string; readonly status: string }[];
  /** Events of its history. */
  readonly events: number;
  /** Why its workflow task fails, when it does. */
  readonly taskFailure?: string;
}

/** What the bank holds, as far as cases can be compared with it. */
export interface BankRecords {
  readonly customers: readonly { readonly id: string; readonly bvn?: string | null | undefined }[];
  readonly applications: readonly {
    readonly id: string;
    readonly reference: string;
    readonly customerId: string;
  }[];
  readonly loans: readonly {
    readonly id: string;
    readonly applicationId: string;
    /** When each instalment is due, and what it asks for. */
    readonly instalments: readonly { readonly dueOn: string; readonly dueKobo: number }[];
  }[];
  readonly payouts: readonly {
    readonly reference: string;
    readonly payee: string;
    readonly amountKobo: number;
  }[];
}

/** Everything that is known about one trial: the bank's own log and records, and what the cases say. */
export interface Evidence {
  readonly committed: readonly Committed[];
  readonly records: BankRecords;
  readonly cases: readonly CaseEvidence[];
  /** What the comparisons of its days have found to differ; none where they were not compared. */
  readonly differences?: readonly string[] | undefined;
  /** Calls that reached the bank. */
  readonly calls: number;
}
