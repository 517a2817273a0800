import { z } from 'zod';
import { count, date, digits, id, optionalDay, optionalInstant, paging, requiredText } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

const customer = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  gender: z.string(),
  dob: optionalDay,
  nin: z.string().nullish(),
  bvn: z.string().nullish(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), country: z.string() }),
  is_business: z.boolean(),
  business_name: z.string().nullable(),
  mode: z.string(),
  created_at: optionalInstant,
  updated_at: optionalInstant,
});

const gender = z.string('gender is required').regex(/^(male|female)$/i, 'gender must be MALE or FEMALE');

/** Interface: "Customers"; field rules from the supplement. */
export const customers = {
  createCustomer: operation('POST /v1/customers', 'specified', 'once', {
    summary: 'Create a customer (an individual)',
    body: z.object({
      first_name: requiredText('first_name'),
      last_name: requiredText('last_name'),
      email: z.email('email must be an e-mail address'),
      phone: z.string('phone is required').regex(/^\+?\d{10,15}$/, 'phone must be 10 to 15 digits'),
      dob: date('dob'),
      gender,
      street: requiredText('street'),
      city: requiredText('city'),
      state: requiredText('state'),
      country: requiredText('country'),
      bvn: digits('bvn', 11, 'BVN must be 11 numbers long'),
      nin: digits('nin', 11, 'NIN must be 11 numbers long').optional(),
    }),
    success: { status: 200, message: 'Customer created successfully' },
    data: customer,
  }),
  getCustomer: operation('GET /v1/customers/{id}', 'inferred', 'none', {
    summary: 'Fetch one customer',
    success: { status: 200, message: 'Customer fetched successfully' },
    data: customer,
    refusals: [refusals.customerRecordNotFound],
  }),
  listCustomers: operation('GET /v1/customers', 'inferred', 'none', {
    summary: 'List customers, filtered by BVN, e-mail, phone or gender',
    query: z.object({
      ...paging,
      gender: gender.optional(),
      email: z.string().optional(),
      bvn: z.string().optional(),
      phone: z.string().optional(),
    }),
    success: { status: 200, message: 'Customers fetched successfully' },
    isLong: true,
    data: z.array(customer),
    beside: z.object({
      total: count.optional(),
      page: z.number().optional(),
      limit: z.number().optional(),
      filters_applied: z.unknown().optional(),
    }),
  }),
};

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
