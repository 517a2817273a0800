import { z } from 'zod';
import { DOCUMENT_TAGS } from '../codes';
import { digits, oneOf, requiredText } from '../fields';
import { operation, type Upload } from '../operation';
import { refusals } from '../refusals';
import { underwriting } from './profile';

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
      refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered, refusals.applicationClosed],
    },
  ),
  linkBankStatement: operation('POST /v1/loans/{applicationId}/bank-statement', 'inferred', 'once', {
    summary: "Ask for the borrower's bank statement",
    body: z.object({
      sort_code: requiredText('sort_code').regex(/^\d{3,6}$/, { error: 'sort_code must be 3 to 6 digits' }),
      account_number: digits('account_number', 10).optional(),
      phone: z.string().optional(),
    }),
    success: { status: 200, message: 'Bank statement requested' },
    data: z.object({ requestId: z.string(), status: z.string() }),
    refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered, refusals.applicationClosed],
  }),
  getBankStatementStatus: operation(
    'GET /v1/loans/{applicationId}/bank-statement/status',
    'inferred',
    'none',
    {
      summary: 'Fetch the state of the bank statement',
      success: { status: 200, message: 'Bank statement status fetched' },
      data: z.object({ status: z.string() }),
      refusals: [refusals.applicationNotFound, refusals.applicationNotRegistered],
    },
  ),
  uploadLoanDocument: operation('POST /v1/loans/{applicationId}/documents', 'specified', 'idempotent', {
    summary: 'Upload one document of an application (multipart)',
    body: z.object({
      file_tag: oneOf('file_tag', DOCUMENT_TAGS),
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
  startDecisioning: operation('POST /v1/loans/{applicationId}/start-decisioning', 'inferred', 'idempotent', {
    summary: 'Ask for the decision on an application; it may also start by itself',
    success: { status: 200, message: 'Decisioning started' },
    data: z.unknown(),
    refusals: [refusals.applicationNotFound, refusals.applicationNotReferenced, refusals.decisioningClosed],
  }),
};
