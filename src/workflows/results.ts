import type { RowResult, RowStatus } from '../domain/batch-register';
import type { LoanExitStage } from '../domain/loan-stages';

/** How an enrolment ended, with the service's ids of the customer and of their account. */
export type EnrolmentResult = { readonly customerId: string; readonly accountId?: string } & (
  { readonly outcome: 'VERIFIED' } | { readonly outcome: 'REJECTED'; readonly reason: string }
);

/** Whether a message from outside is how an enrolment ended. */
export function isEnrolmentResult(given: unknown): given is EnrolmentResult {
  const { outcome, customerId, accountId, reason } = Object(given) as Record<string, unknown>;
  if (typeof customerId !== 'string' || !['string', 'undefined'].includes(typeof accountId)) return false;
  return outcome === 'VERIFIED' || (outcome === 'REJECTED' && typeof reason === 'string');
}

/** How a loan application ended. */
export interface LoanResult {
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

/** A repayment that was charged to the borrower's account, under a reference of ours. */
export interface TakenCharge {
  readonly reference: string;
  readonly amountKobo: number;
}

/** How a change of transfer limits ended. */
export interface LimitsResult {
  readonly reference: string;
  readonly status: 'SET' | 'CANCELLED';
  readonly reason?: string;
}

/** How a payout ended. FAILED, REVERSED and CANCELLED are outcomes, not errors. */
export interface PayoutResult {
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
  /** The service's own reference, to be quoted to the bank. */
  readonly uniqueRef?: string;
  readonly reason?: string;
}

/** How a batch ended, with a result for every row. */
export interface BatchResult {
  readonly reference: string;
  readonly stage: 'DONE' | 'REJECTED' | 'CANCELLED';
  readonly reason?: string;
  readonly totalKobo: number;
  readonly counts: Readonly<Partial<Record<RowStatus, number>>>;
  readonly rows: readonly RowResult[];
}

/** What became of a money event. */
export type MoneyEventResult =
  | { readonly outcome: 'woken'; readonly workflowIds: readonly string[] }
  /** It comes with another one, and tells nothing by itself. */
  | { readonly outcome: 'paired'; readonly with: string }
  | { readonly outcome: 'unmatched'; readonly why: string };

/** What a sweep for money events that never arrived has found. */
export interface GapRepairResult {
  /** Up to this business instant everything is swept; the next sweep goes on from here. ISO 8601. */
  readonly sweptTo: string;
  readonly seen: number;
  readonly recovered: number;
  readonly unreadable: number;
}
