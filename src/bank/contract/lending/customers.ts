import { z } from 'zod';
import { optionalInstant, requiredText } from '../fields';
import { operation } from '../operation';
import { refusals } from '../refusals';

/** Interface: "Loans" (KYC status); enrolment and KYC start from the supplement. */
export const lendingCustomers = {
  enrolCustomer: operation('POST /v1/loans/customers/enroll', 'inferred', 'idempotent', {
    summary: 'Enrol a customer for lending; 200 when already enrolled',
    body: z.object({ customer_id: requiredText('customer_id') }),
    success: { status: 201, message: 'Customer enrolled for lending' },
    echoes: { customer_id: 'customer_id' },
    data: z.object({
      customer_id: z.string(),
      customer_type: z.string(),
      kyc_status: z.string(),
      enrolled_at: optionalInstant,
      account_identifier: z.string().nullish(),
    }),
    refusals: [refusals.customerNotFound, refusals.customerNeedsBvn, refusals.customerNeedsAccount],
  }),
  startKyc: operation('POST /v1/loans/customers/{customerId}/verify-kyc', 'inferred', 'idempotent', {
    summary: 'Start the verification of a customer; the answer comes later',
    success: { status: 200, message: 'KYC verification initiated' },
    echoes: { customerId: 'customer_id' },
    data: z.object({ customer_id: z.string().nullish(), kyc_status: z.string() }),
    refusals: [refusals.customerNotFound, refusals.customerNotEnrolledYet],
  }),
  getKycStatus: operation('GET /v1/loans/customers/{customerId}/kyc-status', 'specified', 'none', {
    summary: "Fetch the state of a customer's verification",
    success: { status: 200, message: 'KYC status fetched' },
    echoes: { customerId: 'customer_id' },
    data: z.object({
      customer_id: z.string(),
      kyc_status: z.string(),
      verified_at: optionalInstant,
      rejection_reason: z.string().nullish(),
    }),
    refusals: [refusals.customerNotFound],
  }),
};
