import type { ApprovedRow } from '../batch/approved-rows';

/** What a worker vouches for: this act was accepted for this case at this instant, or this child goes on under it. */
export interface ActReceipt {
  /** SHA-256 of the act, base64url. */
  readonly act: string;
  readonly wf: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of the input of a child that goes on under the act. */
  readonly digest?: string;
  /** Id of the workers' key, and the MAC under it. */
  readonly kid: string;
  readonly mac: string;
}

/** An act that a worker has accepted. The act is empty where a case was begun without one and goes on. */
export interface Proof {
  readonly act: string;
  readonly receipt: ActReceipt;
}

/** An accepted act with what it signs, so that it can be checked anew right before the money moves. */
export interface ProvenAct extends Proof {
  /** Missing where a case goes on from another: then the receipt holds the digest of the fields. */
  readonly salt?: unknown;
  readonly fields: unknown;
}

/** What proves that a payout, a flush or a change of limits may be sent: checked against what is sent. */
export interface Authorisation {
  readonly start: ProvenAct;
  /** Amendments. */
  readonly changes?: readonly ProvenAct[];
  /** That the account belongs to the beneficiary although its name does not fit. */
  readonly names?: readonly ProvenAct[];
  readonly approvals?: readonly ProvenAct[];
  /** Of a row of a batch. */
  readonly ofBatch?: ApprovedRow;
}

/** What proves that an instalment may be charged. */
export interface ChargeAuthorisation {
  /** What began the repayment: the loan, with the mandate that a person has signed. */
  readonly start: ProvenAct;
  /** The command of an officer who wants it charged now. */
  readonly asked?: ProvenAct | undefined;
}

/** `signed`: nothing is taken without an act. `open`: a message names its own actor. */
export type AuthorityMode = 'signed' | 'open';

/** Under which mode something was taken, and its proof. */
export interface AuthorityState {
  readonly mode: AuthorityMode;
  readonly proof?: Proof;
}

/** How a message reached a case: an update is answered, an expired one is refused at once. */
export type Way = 'update' | 'signal';
