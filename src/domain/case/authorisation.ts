import type { ApprovedRow } from '../batch/approved-rows';
import type { LendingRules } from '../loan/policy';
import type { GateRules } from '../payout/policy';
import type { ProvenAct, TogetherAct } from './proof';

/**
 * Which of its run's sends it is. Where Temporal's database is an older copy, a run knows nothing of what it had sent
 * later: then the fence knows another last one.
 */
export interface SendMark {
  readonly at: string;
  /** The mark of the one before, as far as that may have gone out. */
  readonly after?: string;
}

/** What proves that a payout, a flush or a change of limits may be sent: checked against what is sent. */
export interface Authorisation {
  readonly start: ProvenAct;
  /** Amendments. */
  readonly changes?: readonly ProvenAct[];
  /** That the account belongs to the beneficiary although its name does not fit. */
  readonly names?: readonly TogetherAct[];
  readonly approvals?: readonly ProvenAct[];
  /** Under which the case was opened; the receipt of its start stands for it. */
  readonly policy?: GateRules;
  /** Of a row of a batch. */
  readonly ofBatch?: ApprovedRow;
}

/** What proves that an instalment may be charged. */
export interface ChargeAuthorisation {
  /** What began the repayment: the loan, with the mandate that a person has signed. */
  readonly start: ProvenAct;
  /** The command of an officer who wants it charged now. */
  readonly asked?: TogetherAct | undefined;
}

/** What proves that a loan may be paid into an account. */
export interface DisbursementAuthorisation {
  /** What began the loan; it may name the account itself. Missing where messages name their own actors. */
  readonly start?: ProvenAct | undefined;
  /** Under which the loan was opened; the receipt of its start stands for it. */
  readonly lending?: LendingRules | undefined;
  /** The command that named another account. */
  readonly account?: TogetherAct | undefined;
  /** That the account may be used although its holder is not the borrower by name. */
  readonly holder?: TogetherAct | undefined;
  /** The last digits of the account that people have confirmed, where messages name their own actors. */
  readonly confirmed?: string | undefined;
}
