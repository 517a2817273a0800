/** A documented refusal: the status and the message that identify it on the wire. */
export interface Refusal {
  readonly status: 400 | 401 | 402 | 403 | 404 | 422 | 429;
  readonly message: string;
  /** Set where the refusal means "later" rather than "no". */
  readonly notYet?: true;
}

/** Every refusal the interface document and its supplement name, word for word. */
export const refusals = {
  applicationNotFound: { status: 400, message: 'Application not found' },
  applicationNotRegistered: { status: 422, message: 'Application has no loan ID', notYet: true },
  applicationNotReferenced: {
    status: 422,
    message: 'Application has no SME Finance reference',
    notYet: true,
  },
  loanNotFound: { status: 400, message: 'Loan not found' },
  loanNotRegistered: { status: 422, message: 'No SME loan ID on record', notYet: true },
  customerNotFound: { status: 400, message: 'Customer not found' },
  customerRecordNotFound: { status: 404, message: 'Customer not found' },
  customerIdRequired: { status: 400, message: 'customer_id query param is required' },
  customerNotEnrolled: { status: 400, message: 'Customer not enrolled for lending' },
  customerNotEnrolledYet: { status: 422, message: 'Customer is not enrolled for lending' },
  customerNotVerified: { status: 422, message: 'Customer KYC is not VERIFIED' },
  customerNeedsBvn: { status: 422, message: 'Customer must have a BVN to enroll for lending' },
  customerNeedsAccount: {
    status: 422,
    message: 'Customer must have an account before enrolling for lending',
  },
  fileRequired: { status: 400, message: 'file is required' },
  fileType: { status: 400, message: 'Only PDF and image files (JPEG, PNG) are accepted' },
  fileSize: { status: 400, message: 'File size must not exceed 10 MB' },
  offerNotReady: { status: 422, message: 'Application has no offer yet', notYet: true },
  offerNotOpen: { status: 422, message: 'Offer is not open' },
  offerExpired: { status: 422, message: 'Offer has expired' },
  decisioningClosed: { status: 422, message: 'Application can no longer be decided' },
  disbursementAccountClosed: { status: 422, message: 'Disbursement account can no longer be changed' },
  applicationClosed: { status: 422, message: 'Application can no longer be changed' },
  boardResolutionBeforeOffer: {
    status: 400,
    message: 'Offer must be accepted before uploading board resolution',
  },
  documentNotFound: { status: 400, message: 'Document not found' },
  gateTerms: { status: 400, message: 'Please agree to terms of use before proceeding' },
  gateOffer: { status: 400, message: 'Please accept your loan offer before proceeding' },
  gateBoardResolution: {
    status: 400,
    message: 'Please upload your board resolution document before proceeding',
  },
  gateBoardResolutionReview: {
    status: 400,
    message: 'Please address the admin review feedback on your board resolution document',
  },
  gateGuarantor: {
    status: 400,
    message: 'Please address the admin review feedback on your guarantor document',
  },
  aboveOutstanding: { status: 400, message: 'amount must not exceed the outstanding balance' },
  repaymentReferenceReused: {
    status: 400,
    message: 'reference was already used with another amount',
  },
  insufficientBalance: { status: 402, message: 'insufficient balance' },
  accountLocked: { status: 402, message: 'account is locked' },
  transferLimitExceeded: { status: 402, message: 'transfer limit exceeded' },
  bankRefused: { status: 402, message: 'the bank refused the transfer' },
  bankUnresponsive: { status: 402, message: 'the bank does not answer' },
  duplicateReference: { status: 400, message: 'duplicate reference' },
  payoutNotFound: { status: 404, message: 'payout not found' },
  beneficiaryNotFound: { status: 400, message: 'Account not found' },
  accountNotFound: { status: 404, message: 'account not found' },
  transactionNotFound: { status: 404, message: 'transaction not found' },
  eventNotFound: { status: 404, message: 'event not found' },
  unknownStatus: { status: 400, message: 'unknown status' },
  limitsMissing: {
    status: 400,
    message: 'per_transaction_limit or daily_transfer_limit is required',
  },
} as const satisfies Record<string, Refusal>;

/** What banks answer to a reference that they do not know: the document leaves open which of these. */
export const UNKNOWN_REFERENCE: readonly number[] = [400, 404, 422];

/**
 * Whether a reply is the given documented refusal. Messages are compared without case; 400, 404 and 422 are taken
 * for one another, since the document leaves several of these codes open.
 */
export function isRefusal(reply: { status: number; message: string }, expected: Refusal): boolean {
  const sameFamily = (status: number) => UNKNOWN_REFERENCE.includes(status);
  const statusFits =
    reply.status === expected.status || (sameFamily(reply.status) && sameFamily(expected.status));
  return statusFits && reply.message.trim().toLowerCase() === expected.message.toLowerCase();
}
