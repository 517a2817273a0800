import { z } from 'zod';
import { amount, date, digits, kobo, oneOf, paging, requiredText } from './fields';
import { operation, type Upload } from './operation';
import { refusals } from './refusals';

/** Path parameter of everything that belongs to one application. */
export const applicationId = z.object({ applicationId: requiredText('applicationId') });

/** The application states the supplement documents. A reply may carry others: they are not final. */
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

const LOAN_PURPOSES = [
  'WORKING_CAPITAL',
  'EXPANSION_AND_GROWTH',
  'EQUIPMENT_PURCHASE',
  'INVENTORY_MGT',
  'DEBT_FINANCING',
  'STARTUP_CAPITAL',
  'OTHERS',
] as const;

export const FILE_TAGS = [
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

/** Largest file the service takes, in bytes. */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;

export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

/** Least amount of a loan, in kobo. */
const LOAN_MINIMUM_KOBO = 300_000;

const application = z.object({
  application_id: z.string(),
  customer_id: z.string(),
  account_identifier: z.string().nullish(),
  amount,
  repayment_period: z.number(),
  loan_purpose: z.string(),
  status: z.string(),
  offer_status: z.string().nullish(),
  loan_status: z.string().nullish(),
  loan_id: z.string().nullish(),
  disbursement_account: z.unknown().optional(),
  decline_reasons: z.array(z.string()).nullish(),
  reference: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
});

const yesOrNo = (name: string) => z.boolean({ error: `${name} must be true or false` });
const places = ['ONE', 'TWO_TO_FIVE', 'SIX_OR_MORE'] as const;

const underwriting = z.object({
  structure: z.object({
    hasWebsite: yesOrNo('structure.hasWebsite'),
    hasSocialMediaHandles: yesOrNo('structure.hasSocialMediaHandles'),
    hasAuditedFinancialStatement: yesOrNo('structure.hasAuditedFinancialStatement'),
    payPension: yesOrNo('structure.payPension'),
    hasPayeeReceipt: yesOrNo('structure.hasPayeeReceipt'),
    hasBusinessInsurance: yesOrNo('structure.hasBusinessInsurance'),
    hasTaxClearanceCert: yesOrNo('structure.hasTaxClearanceCert'),
    hasManagementAccounts: yesOrNo('structure.hasManagementAccounts'),
    hasAccountant: yesOrNo('structure.hasAccountant'),
    hasStaffHealthCare: yesOrNo('structure.hasStaffHealthCare'),
    ownProperty: yesOrNo('structure.ownProperty'),
    payRent: yesOrNo('structure.payRent'),
    isRegisteredBusiness: yesOrNo('structure.isRegisteredBusiness').optional(),
    hasCorporateBankAccount: yesOrNo('structure.hasCorporateBankAccount').optional(),
  }),
  address: z.object({
    lga: requiredText('address.lga'),
    street: z.string().optional(),
    city: requiredText('address.city'),
    state: requiredText('address.state'),
    country: requiredText('address.country'),
    addressVerificationType: oneOf('address.addressVerificationType', [
      'POWER_BILL',
      'INTERNET_BILL',
      'WATER_CORPORATION_BILL',
      'WASTE_MANAGEMENT_BILL',
      'STAMPED_RENT_RECEIPT',
    ]),
  }),
  profile: z.object({
    yearsInBusiness: oneOf('profile.yearsInBusiness', places),
    numberOfLocations: oneOf('profile.numberOfLocations', places),
    numberOfStaff: oneOf('profile.numberOfStaff', ['ONE_TO_FIVE', 'SIX_TO_FIFTEEN', 'SIXTEEN_OR_MORE']),
    grossProfitMargin: z
      .number({ error: 'profile.grossProfitMargin must be a number from 1 to 100' })
      .min(1, { error: 'profile.grossProfitMargin must be at least 1' })
      .max(100, { error: 'profile.grossProfitMargin must be at most 100' }),
    operatingExpenses: kobo('profile.operatingExpenses', 0),
    businessRole: oneOf('profile.businessRole', ['OWNER', 'PARTNER']),
    averageDailyCustomers: oneOf('profile.averageDailyCustomers', [
      'ONE_TO_FOUR',
      'FIVE_TO_FOURTEEN',
      'FIFTEEN_TO_TWENTYFOUR',
      'TWENTYFIVE_TO_FORTYNINE',
      'FIFTY_OR_MORE',
    ]),
    businessStartDate: date('profile.businessStartDate'),
    businessType: requiredText('profile.businessType').optional(),
    businessWebsite: z.string().optional(),
  }),
  userIdentity: z
    .object({ idType: requiredText('userIdentity.idType'), idNumber: requiredText('userIdentity.idNumber') })
    .optional(),
});

/** Interface: "Loans" (documents); applications, underwriting, bank statement and decision from the supplement. */
export const loanApplications = {
  applyForLoan: operation({
    method: 'POST',
    path: '/v1/loans/apply',
    evidence: 'inferred',
    effect: 'idempotent',
    summary: 'Apply for a loan; the same reference again returns the existing application',
    body: z.object({
      customer_id: requiredText('customer_id'),
      amount: kobo('amount', LOAN_MINIMUM_KOBO),
      repayment_period: z
        .int({ error: 'repayment_period must be a whole number of months' })
        .min(1, { error: 'repayment_period must be at least 1' })
        .max(6, { error: 'repayment_period must be at most 6' }),
      loan_purpose: oneOf('loan_purpose', LOAN_PURPOSES),
      reference: requiredText('reference').max(100, {
        error: 'reference must be at most 100 characters',
      }),
    }),
    success: { status: 201, message: 'Loan application submitted' },
    data: application,
    refusals: [refusals.customerNotFound, refusals.customerNotEnrolledYet, refusals.customerNotVerified],
  }),
  getLoanApplication: operation({
    method: 'GET',
    path: '/v1/loans/{applicationId}',
    evidence: 'inferred',
    effect: 'none',
    summary: 'Fetch one application',
    params: applicationId,
    success: { status: 200, message: 'Loan application fetched' },
    data: application,
    refusals: [refusals.applicationNotFound],
  }),
  listLoanApplications: operation({
    method: 'GET',
    path: '/v1/loans',
    evidence: 'inferred',
    effect: 'none',
    summary: 'List applications by status or customer, one page',
    query: z.object({
      ...paging,
      status: z.enum(APPLICATION_STATUSES, { error: refusals.unknownStatus.message }).optional(),
      customer_id: z.string().optional(),
    }),
    success: { status: 200, message: 'Loan applications fetched' },
    data: z.array(application),
    beside: z.object({
      pagination: z.object({ total: z.number(), page: z.number(), limit: z.number(), pages: z.number() }),
    }),
    refusals: [refusals.unknownStatus],
  }),
  submitUnderwriting: operation({
    method: 'POST',
    path: '/v1/loans/{applicationId}/submit-underwriting',
    evidence: 'inferred',
    effect: 'idempotent',
    summary: "Submit the profile of the borrower's business",
    params: applicationId,
    body: underwriting,
    success: { status: 200, message: 'Underwriting submitted' },
    data: z.unknown(),
    refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered, refusals.applicationClosed],
  }),
  linkBankStatement: operation({
    method: 'POST',
    path: '/v1/loans/{applicationId}/bank-statement',
    evidence: 'inferred',
    effect: 'once',
    summary: "Ask for the borrower's bank statement",
    params: applicationId,
    body: z.object({
      sort_code: requiredText('sort_code').regex(/^\d{3,6}$/, { error: 'sort_code must be 3 to 6 digits' }),
      account_number: digits('account_number', 10).optional(),
      phone: z.string().optional(),
    }),
    success: { status: 200, message: 'Bank statement requested' },
    data: z.object({ requestId: z.string(), status: z.string() }),
    refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered, refusals.applicationClosed],
  }),
  getBankStatementStatus: operation({
    method: 'GET',
    path: '/v1/loans/{applicationId}/bank-statement/status',
    evidence: 'inferred',
    effect: 'none',
    summary: 'Fetch the state of the bank statement',
    params: applicationId,
    success: { status: 200, message: 'Bank statement status fetched' },
    data: z.object({ status: z.string() }),
    refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered],
  }),
  uploadLoanDocument: operation({
    method: 'POST',
    path: '/v1/loans/{applicationId}/documents',
    evidence: 'specified',
    effect: 'idempotent',
    summary: 'Upload one document of an application (multipart)',
    params: applicationId,
    body: z.object({
      file_tag: z.enum(FILE_TAGS, {
        error: (issue) =>
          issue.input === undefined
            ? 'file_tag is required'
            : `file_tag must be one of: ${FILE_TAGS.join(', ')}`,
      }),
    }),
    file: z.object({ file: z.custom<Upload>((value) => value !== undefined, 'file is required') }),
    success: { status: 200, message: 'Loan document uploaded' },
    data: z.object({
      filename: z.string(),
      file_url: z.string(),
      file_tag: z.string(),
      uploaded: z.boolean(),
    }),
    refusals: [
      refusals.fileRequired,
      refusals.fileType,
      refusals.fileSize,
      refusals.applicationNotFound,
      refusals.applicationNotRegistered,
    ],
  }),
  startDecisioning: operation({
    method: 'POST',
    path: '/v1/loans/{applicationId}/start-decisioning',
    evidence: 'inferred',
    effect: 'idempotent',
    summary: 'Ask for the decision on an application; it may also start by itself',
    params: applicationId,
    success: { status: 200, message: 'Decisioning started' },
    data: z.unknown(),
    refusals: [refusals.applicationNotFound, refusals.applicationNotReferenced, refusals.decisioningClosed],
  }),
};
