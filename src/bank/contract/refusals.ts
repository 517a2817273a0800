/** A documented refusal: the status and the message that identify it on the wire. */
export interface Refusal {
  readonly status: 400 | 401 | 402 | 403 | 404 | 422 | 429;
  readonly message: string;
  /** The refusal means "later" rather than "no". */
  readonly notYet?: true;
}

const refusal = (status: Refusal['status'], message: string): Refusal => ({ status, message });
const later = (status: Refusal['status'], message: string): Refusal => ({ status, message, notYet: true });

/** Every refusal the interface document and its supplement name, word for word. */
export const refusals = {
  applicationNotFound: refusal(400, 'Application not found'),
  applicationNotRegistered: later(422, 'Application has no loan ID'),
  applicationNotReferenced: later(422, 'Application has no SME Finance reference'),
  loanNotFound: refusal(400, 'Loan not found'),
  loanNotRegistered: later(422, 'No SME loan ID on record'),
  customerNotFound: refusal(400, 'Customer not found'),
  customerRecordNotFound: refusal(404, 'Customer not found'),
  customerIdRequired: refusal(400, 'customer_id query param is required'),
  customerNotEnrolled: refusal(400, 'Customer not enrolled for lending'),
  customerNotEnrolledYet: refusal(422, 'Customer is not enrolled for lending'),
  customerNotVerified: refusal(422, 'Customer KYC is not VERIFIED'),
  customerNeedsBvn: refusal(422, 'Customer must have a BVN to enroll for lending'),
  customerNeedsAccount: refusal(422, 'Customer must have an account before enrolling for lending'),
  fileRequired: refusal(400, 'file is required'),
  fileType: refusal(400, 'Only PDF and image files (JPEG, PNG) are accepted'),
  fileSize: refusal(400, 'File size must not exceed 10 MB'),
  offerNotReady: later(422, 'Application has no offer yet'),
  offerNotOpen: refusal(422, 'Offer is not open'),
  offerExpired: refusal(422, 'Offer has expired'),
  decisioningClosed: refusal(422, 'Application can no longer be decided'),
  disbursementAccountClosed: refusal(422, 'Disbursement account can no longer be changed'),
  applicationClosed: refusal(422, 'Application can no longer be changed'),
  boardResolutionBeforeOffer: refusal(400, 'Offer must be accepted before uploading board resolution'),
  documentNotFound: refusal(400, 'Document not found'),
  gateTerms: refusal(400, 'Please agree to terms of use before proceeding'),
  gateOffer: refusal(400, 'Please accept your loan offer before proceeding'),
  gateBoardResolution: refusal(400, 'Please upload your board resolution document before proceeding'),
  gateBoardResolutionReview: refusal(
    400,
    'Please address the admin review feedback on your board resolution document',
  ),
  gateGuarantor: refusal(400, 'Please address the admin review feedback on your guarantor document'),
  aboveOutstanding: refusal(400, 'amount must not exceed the outstanding balance'),
  repaymentReferenceReused: refusal(400, 'reference was already used with another amount'),
  insufficientBalance: refusal(402, 'insufficient balance'),
  accountLocked: refusal(402, 'account is locked'),
  transferLimitExceeded: refusal(402, 'transfer limit exceeded'),
  bankRefused: refusal(402, 'the bank refused the transfer'),
  bankUnresponsive: refusal(402, 'the bank does not answer'),
  duplicateReference: refusal(400, 'duplicate reference'),
  payoutNotFound: refusal(404, 'payout not found'),
  beneficiaryNotFound: refusal(400, 'Account not found'),
  accountNotFound: refusal(404, 'account not found'),
  transactionNotFound: refusal(404, 'transaction not found'),
  eventNotFound: refusal(404, 'event not found'),
  unknownStatus: refusal(400, 'unknown status'),
  limitsMissing: refusal(400, 'per_transaction_limit or daily_transfer_limit is required'),
};

/** The statuses with which banks refuse an unknown reference: the document leaves open which. */
export const UNKNOWN_REFERENCE: readonly number[] = [400, 404, 422];

/** A refusal by the bank: its HTTP status and message. */
export interface Refused {
  readonly status: number;
  readonly refusal: string;
  /** The object of the call, where a message should name it. */
  readonly about?: string | undefined;
  /** The fields that the bank complains of, if it names any. */
  readonly fields?: readonly { readonly param?: string }[];
}

/**
 * Whether a refusal is the given documented one. Messages are compared without case; 400, 404 and 422 count
 * as the same status, since the document leaves several of these codes open.
 */
export function isRefusal({ status, refusal }: Refused, expected: Refusal): boolean {
  const sameFamily = (one: number) => UNKNOWN_REFERENCE.includes(one);
  const statusFits = status === expected.status || (sameFamily(status) && sameFamily(expected.status));
  return statusFits && refusal.trim().toLowerCase() === expected.message.toLowerCase();
}

/** Whether a refusal has undocumented words and names no field: only a read can tell what it means. */
export const isInOtherWords = (refused: Refused): boolean =>
  !Object.values(refusals).some((documented) => isRefusal(refused, documented)) &&
  (refused.fields ?? []).every(({ param }) => param === undefined);
