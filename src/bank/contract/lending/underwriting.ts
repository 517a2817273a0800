import { z } from 'zod';
import { DOCUMENT_TAGS } from '../codes';
import { digits, oneOf, requiredText, date, kobo } from '../fields';
import { operation, type Upload } from '../operation';
import { refusals } from '../refusals';

const yesOrNo = (name: string) => z.boolean(`${name} must be true or false`);
const places = ['ONE', 'TWO_TO_FIVE', 'SIX_OR_MORE'] as const;

/** The questions of underwriting about the borrower's business. Interface: supplement, "Lending". */
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
      .number('profile.grossProfitMargin must be a number from 1 to 100')
      .min(1, 'profile.grossProfitMargin must be at least 1')
      .max(100, 'profile.grossProfitMargin must be at most 100'),
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

const onApplication = [refusals.applicationNotFound, refusals.applicationNotRegistered];

/** Interface: "Loans" (documents); underwriting, bank statement and decision from the supplement. */
export const loanUnderwriting = {
  submitUnderwriting: operation(
    'POST /v1/loans/{applicationId}/submit-underwriting',
    'inferred',
    'idempotent',
    {
      summary: "Submit the profile of the borrower's business",
      body: underwriting,
      success: { status: 200, message: 'Underwriting submitted' },
      data: z.unknown(),
      refusals: [...onApplication, refusals.applicationClosed],
    },
  ),
  linkBankStatement: operation('POST /v1/loans/{applicationId}/bank-statement', 'inferred', 'once', {
    summary: "Ask for the borrower's bank statement",
    body: z.object({
      sort_code: requiredText('sort_code').regex(/^\d{3,6}$/, 'sort_code must be 3 to 6 digits'),
      account_number: digits('account_number', 10).optional(),
      phone: z.string().optional(),
    }),
    success: { status: 200, message: 'Bank statement requested' },
    data: z.object({ requestId: z.string(), status: z.string() }),
    refusals: [...onApplication, refusals.applicationClosed],
  }),
  getBankStatementStatus: operation(
    'GET /v1/loans/{applicationId}/bank-statement/status',
    'inferred',
    'none',
    {
      summary: 'Fetch the state of the bank statement',
      success: { status: 200, message: 'Bank statement status fetched' },
      data: z.object({ status: z.string() }),
      refusals: onApplication,
    },
  ),
  uploadLoanDocument: operation('POST /v1/loans/{applicationId}/documents', 'specified', 'idempotent', {
    summary: 'Upload one document of an application (multipart)',
    body: z.object({ file_tag: oneOf('file_tag', DOCUMENT_TAGS) }),
    file: z.object({ file: z.custom<Upload>((value) => value !== undefined, 'file is required') }),
    success: { status: 200, message: 'Loan document uploaded' },
    data: z.object({
      filename: z.string(),
      file_url: z.string(),
      file_tag: z.string(),
      uploaded: z.boolean(),
    }),
    refusals: [refusals.fileRequired, refusals.fileType, refusals.fileSize, ...onApplication],
  }),
  startDecisioning: operation('POST /v1/loans/{applicationId}/start-decisioning', 'inferred', 'idempotent', {
    summary: 'Ask for the decision on an application; it may also start by itself',
    success: { status: 200, message: 'Decisioning started' },
    data: z.unknown(),
    refusals: [refusals.applicationNotFound, refusals.applicationNotReferenced, refusals.decisioningClosed],
  }),
};
