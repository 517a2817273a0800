import { z } from 'zod';
import { APPLICATION_STATUSES } from '../codes';
import { LOAN_LONGEST_MONTHS, LOAN_MINIMUM_KOBO } from '../limits';
import { amount, id, kobo, oneOf, optionalInstant, paging, requiredText } from '../fields';
import { operation } from '../operation';
import { refusals } from '../refusals';

const LOAN_PURPOSES = [
  'WORKING_CAPITAL',
  'EXPANSION_AND_GROWTH',
  'EQUIPMENT_PURCHASE',
  'INVENTORY_MGT',
  'DEBT_FINANCING',
  'STARTUP_CAPITAL',
  'OTHERS',
] as const;

const application = z.object({
  application_id: id,
  customer_id: id,
  account_identifier: z.string().nullish(),
  amount,
  repayment_period: z.number(),
  loan_purpose: z.string(),
  status: z.string(),
  offer_status: z.string().nullish(),
  loan_status: z.string().nullish(),
  // A loan has no id before the disbursement, however the bank writes that.
  loan_id: id.nullish().catch(undefined),
  disbursement_account: z.unknown().optional(),
  decline_reasons: z.array(z.string()).nullish(),
  reference: z.string().nullish(),
  created_at: optionalInstant,
  updated_at: optionalInstant,
});

/** Applications for loans, from the supplement. Amounts are kobo. */
export const loanApplications = {
  applyForLoan: operation('POST /v1/loans/apply', 'inferred', 'once', {
    summary: 'Apply for a loan; the same reference again may return the existing application',
    body: z.object({
      customer_id: requiredText('customer_id'),
      amount: kobo('amount', LOAN_MINIMUM_KOBO),
      repayment_period: z
        .int('repayment_period must be a whole number of months')
        .min(1, 'repayment_period must be at least 1')
        .max(LOAN_LONGEST_MONTHS, `repayment_period must be at most ${LOAN_LONGEST_MONTHS}`),
      loan_purpose: oneOf('loan_purpose', LOAN_PURPOSES),
      reference: requiredText('reference').max(100, 'reference must be at most 100 characters'),
    }),
    success: { status: 201, message: 'Loan application submitted' },
    data: application,
    refusals: [refusals.customerNotFound, refusals.customerNotEnrolledYet, refusals.customerNotVerified],
  }),
  getLoanApplication: operation('GET /v1/loans/{applicationId}', 'inferred', 'none', {
    summary: 'Fetch one application',
    success: { status: 200, message: 'Loan application fetched' },
    echoes: { applicationId: 'application_id' },
    data: application,
    refusals: [refusals.applicationNotFound],
  }),
  listLoanApplications: operation('GET /v1/loans', 'inferred', 'none', {
    summary: 'List applications by status or customer, one page',
    query: z.object({
      ...paging,
      status: z.enum(APPLICATION_STATUSES, refusals.unknownStatus.message).optional(),
      customer_id: z.string().optional(),
    }),
    success: { status: 200, message: 'Loan applications fetched' },
    isLong: true,
    data: z.array(application),
    beside: z.object({
      pagination: z.object({
        total: z.number().optional(),
        page: z.number(),
        limit: z.number(),
        pages: z.number().optional(),
      }),
    }),
    refusals: [refusals.unknownStatus],
  }),
};
