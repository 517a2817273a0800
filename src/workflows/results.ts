import type { RowResult, RowStatus } from '../domain/batch/validation-results';
import type { LoanExitStage } from '../domain/loan/stages';
import type { ReturnedMoney } from '../domain/payout/returned';

/** The policy by which a case was steered; missing where its worker had no file. */
export interface ByPolicy {
  readonly policyVersion?: number;
  readonly policyDigest?: string;
}

/** Who has agreed to what was carried out; missing where no approval was needed. */
export interface Agreed {
  /** Stands for what they agreed to. */
  readonly digest?: string;
  readonly approvers?: readonly string[];
}

/** How a loan application ended. */
export interface LoanResult extends ByPolicy {
  readonly reference: string;
  readonly stage: 'DISBURSED' | LoanExitStage;
  /** Why it ended before it was disbursed. */
  readonly reason?: string;
  readonly customerId?: string;
  readonly applicationId?: string;
  readonly loanId?: string;
  /** Where the loan goes on after its disbursement. */
  readonly repaymentWorkflowId?: string;
}

/** How a disbursed loan ended. */
export interface RepaymentResult {
  readonly loanReference: string;
  readonly loanId: string;
  readonly stage: 'CLOSED';
}

/** How a change of transfer limits ended. */
export interface LimitsResult extends ByPolicy, Agreed {
  readonly reference: string;
  /** UNCLEAR: cancelled while the reply of the bank was missing, which may have set them. */
  readonly status: 'SET' | 'CANCELLED' | 'UNCLEAR';
  readonly reason?: string;
}

/** How a payout ended. FAILED, REVERSED and CANCELLED are outcomes, not errors. */
export interface PayoutResult extends ByPolicy, Agreed {
  readonly reference: string;
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED';
  readonly amountKobo: number;
  /** The account that was to pay. */
  readonly sourceAccountNumber: string;
  /** The account that was to be paid. */
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName: string;
    readonly accountNumber: string;
  };
  /** When we sent it; none when we never did. */
  readonly sentAt?: string;
  readonly feeKobo?: number;
  /** The stamp duty that it costs us; missing in what ended before there was one. */
  readonly dutyKobo?: number;
  /** The bank's own reference, to be quoted in a complaint. */
  readonly uniqueRef?: string;
  readonly reason?: string;
  /** The returns that have been looked into; the same ones do not reopen it again. */
  readonly returned?: readonly ReturnedMoney[];
}

/** How a batch ended, with a result for every row. */
export interface BatchResult extends ByPolicy, Agreed {
  readonly reference: string;
  readonly stage: 'DONE' | 'REJECTED' | 'CANCELLED';
  readonly reason?: string;
  readonly totalKobo: number;
  /** The stamp duty of all rows that were not left out. */
  readonly dutyKobo: number;
  readonly counts: Readonly<Partial<Record<RowStatus, number>>>;
  readonly rows: readonly RowResult[];
}

/** What became of a money event. */
export type MoneyEventResult =
  | { readonly outcome: 'woken'; readonly workflowIds: readonly string[] }
  /** It comes with another one, and tells nothing by itself. */
  | { readonly outcome: 'paired'; readonly with: string }
  | { readonly outcome: 'unmatched'; readonly why: string };

/** What a backfill of missed money events has found. */
export interface BackfillResult {
  /** Up to this business instant everything is read; the next run goes on from here. ISO 8601. */
  readonly readTo: string;
  readonly seen: number;
  readonly recovered: number;
  readonly unreadable: number;
}
