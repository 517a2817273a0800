import { z } from 'zod';
import { DOCUMENT_TAGS } from '../codes';
import { digits, requiredText } from '../fields';
import { operation, type Upload } from '../operation';
import { refusals } from '../refusals';
import { applicationId } from './applications';
import { underwriting } from './profile';

/** Interface: "Loans" (documents); underwriting, bank statement and decision from the supplement. */
export const loanUnderwriting = {
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
      file_tag: z.enum(DOCUMENT_TAGS, {
        error: (issue) =>
          issue.input === undefined
            ? 'file_tag is required'
            : `file_tag must be one of: ${DOCUMENT_TAGS.join(', ')}`,
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
