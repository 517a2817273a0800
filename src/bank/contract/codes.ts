// Codes that the interface fixes. It imports nothing, so workflows and the domain may use it.

/** Invisible characters: control and format characters. */
export const UNSEEN = /[\p{Cc}\p{Cf}]/u;

export const DOCUMENT_TAGS = [
  'ADDITIONAL_DOCS',
  'BANK_STATEMENTS',
  'BUSINESS_REG_DOCS',
  'CAC_FORM7_DOCS',
  'FIN_ACCT_DOCS',
  'ID_CARD_DOCS',
  'PAYEE_PAYMENTS_DOCS',
  'PENSION_PAYMENTS_DOCS',
  'TAX_RETURNS_DOCS',
  'ADDRESS_VERIFICATION_DOC',
  'BOARD_RESOLUTION_DOC',
] as const;

export type DocumentTag = (typeof DOCUMENT_TAGS)[number];

/** The application states that the interface documents. A reply may carry others: they are not final. */
export const APPLICATION_STATUSES = [
  'PENDING',
  'KYC_PROCESSING',
  'HAS_OFFER',
  'OFFER_ACCEPTED',
  'OFFER_DECLINED',
  'OFFER_EXPIRED',
  'DECLINED',
  'DISBURSEMENT_APPROVED',
  'DISBURSED',
] as const;

/** The documented status words of each thing that has a status. The code compares with no other words. */
export const documentedWords = {
  payout: ['SUCCESS', 'FAILED', 'REVERSED', 'PENDING'],
  charge: ['SUCCESS', 'FAILED', 'PENDING'],
  transaction: ['SUCCESS', 'PENDING'],
  kyc: ['VERIFIED', 'REJECTED', 'PENDING', 'NOT_ENROLLED'],
  bankStatement: ['COMPLETED', 'FAILED', 'PENDING'],
  application: APPLICATION_STATUSES,
  offer: ['PENDING'],
  // The document has `submittedAt`; some banks say it in a word instead.
  guarantor: ['SUBMITTED', 'INVITED'],
  instalment: ['PAID', 'PARTIALLY_PAID', 'UNPAID'],
  loan: ['ACTIVE', 'ACTIVE_IN_ARREARS', 'CLOSED'],
} as const satisfies Record<string, readonly string[]>;

/** Normalises a status word of the bank for comparison, ignoring case and spacing. Nothing else does. */
export const folded = (word: string): string => word.trim().toUpperCase().replace(/\s+/g, '_');

/** Why a borrower declines an offer. */
export const DECLINE_REASONS = [
  'HIGH_INTEREST',
  'OFFER_SMALL',
  'REPAYMENT_PERIOD',
  'CHECKING',
  'OTHERS',
] as const;

export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** The event types that concern money. */
export const MONEY_EVENTS = ['account.incoming-transaction', 'account.outgoing-transaction'] as const;

/** The suffix that a fee's debit adds to the `uniqueRef` of the debit it belongs to. */
export const FEE_SUFFIX = '_CHARGE';

/** The suffix that a stamp duty's debit adds to the `uniqueRef` of the transfer that caused it. */
export const STAMP_DUTY_SUFFIX = '_CBN_STAMP_DUTY_CHARGE';

/** The header that carries the signature of a delivery (assumed): HMAC-SHA256 of the raw body, lower-case hex. */
export const SIGNATURE_HEADER = 'x-service-signature';
