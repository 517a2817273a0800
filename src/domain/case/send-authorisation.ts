import type { ApprovedRow } from '../batch/approved-rows';
import type { LendingRules } from '../loan/policy';
import type { GateRules } from '../payout/policy';
import type { ProvenAct, TogetherAct } from './proof';

/**
 * Identifies one send of a run. If Temporal's database was restored from an older copy, the run has forgotten
 * its later sends; the fence then knows another last mark.
 */
export interface SendMark {
  readonly at: string;
  /** The mark of the previous send that may have gone out. */
  readonly after?: string;
}

/** Proves that a payout, a flush or a change of limits may be sent; the gate checks it against the order. */
export interface Authorisation {
  readonly start: ProvenAct;
  /** Amendments. */
  readonly changes?: readonly ProvenAct[];
  /** Commands which confirm that the account is the beneficiary's although its name does not fit. */
  readonly names?: readonly TogetherAct[];
  readonly approvals?: readonly ProvenAct[];
  /** The rules under which the case was opened; the receipt of its start holds their digest. */
  readonly policy?: GateRules;
  /** The proof for a row of a batch. */
  readonly ofBatch?: ApprovedRow;
}

/** Proves that an instalment may be charged. */
export interface ChargeAuthorisation {
  /** The act that started the loan, with the mandate that a person has signed. */
  readonly start: ProvenAct;
  /** The command of an officer who wants it charged now. */
  readonly asked?: TogetherAct | undefined;
}

/** Proves that a loan may be paid into an account. */
export interface DisbursementAuthorisation {
  /** The act that started the loan; it may name the account. Missing where messages name their own actors. */
  readonly start?: ProvenAct | undefined;
  /** The rules under which the loan was opened; the receipt of its start holds their digest. */
  readonly lending?: LendingRules | undefined;
  /** The command that named another account. */
  readonly account?: TogetherAct | undefined;
  /** The command that allows the account although its holder's name is not the borrower's. */
  readonly holder?: TogetherAct | undefined;
  /** The last digits of the account that people have confirmed, where messages name their own actors. */
  readonly confirmed?: string | undefined;
}
