import type { ByPolicy } from '../results';
import type { CarriedReturn } from './applicant-return';
import type { CarriedChecklist } from './document-checklist';
import type { CarriedReply } from './enrolment-reply';
import type { CarriedNaming } from './post-offer/account-naming';

/** The bank's ids of a loan, each known from some stage on, and the policy that the loan is steered by. */
export interface LoanIds extends ByPolicy {
  readonly customerId?: string;
  /** Of the borrower's account, by which events about its money find the loan. */
  readonly accountId?: string;
  readonly applicationId?: string;
  readonly loanId?: string;
}

/** What a loan knows of itself; stages hand on as values what later stages need. */
export interface KnownOfLoan {
  /** What is shown of the ids, and what the result repeats. */
  readonly ids: LoanIds;
  /** The application whose offer could still be accepted. */
  readonly openOffer?: string | undefined;
  /** Whether the bank has, or may have, all it needs to disburse. */
  readonly mayBeDisbursed: boolean;
  /** What people have shown of the disbursement: the loan, or that there is none. */
  readonly shown?: { readonly loanId: string | undefined };
}

/** What a run of a loan hands over to the next one. */
export interface CarriedLoan {
  readonly known: KnownOfLoan;
  readonly documents: CarriedChecklist;
  readonly asked: CarriedReturn;
  readonly reply: CarriedReply;
  readonly account: CarriedNaming;
}
