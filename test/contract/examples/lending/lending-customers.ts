import { refusal, type Example, type Subject } from '../example';
import { accountNumber, at, id } from '../samples';

const enrolled = {
  customer_id: id.customer,
  customer_type: 'INDIVIDUAL',
  kyc_status: 'PENDING',
  enrolled_at: at,
};

const enrol: Subject = {
  operation: 'enrolCustomer',
  source: 'inferred',
  given: 'an account',
  send: { line: 'POST /v1/loans/customers/enroll', body: { customer_id: id.customer } },
};

const start: Subject = {
  operation: 'startKyc',
  source: 'inferred',
  given: 'an enrolled customer',
  send: {
    line: `POST /v1/loans/customers/${id.customer}/verify-kyc`,
    params: { customerId: id.customer },
  },
};

const status: Subject = {
  operation: 'getKycStatus',
  source: 'specified',
  given: 'an enrolled customer',
  send: {
    line: `GET /v1/loans/customers/${id.customer}/kyc-status`,
    params: { customerId: id.customer },
  },
};

const optional = ['verified_at', 'rejection_reason', 'account_identifier'];

export const lendingCustomers: readonly Example[] = [
  {
    ...enrol,
    shows: 'enrols a customer',
    reply: {
      status: 201,
      body: { status: 'success', message: 'Customer enrolled for lending', data: enrolled },
      optional,
    },
  },
  {
    ...enrol,
    shows: 'says that a customer is enrolled already',
    given: 'an enrolled customer',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Customer already enrolled',
        data: { ...enrolled, account_identifier: accountNumber },
      },
      optional,
    },
  },
  refusal(enrol, 'needs a customer', [400, 'customer_id is required'], {
    send: { ...enrol.send, body: {} },
    malformed: true,
  }),
  refusal(enrol, 'says that a customer does not exist', [400, 'Customer not found'], {
    given: 'nothing',
    send: { ...enrol.send, body: { customer_id: id.unknown } },
  }),
  refusal(
    enrol,
    'needs the customer to have an account',
    [422, 'Customer must have an account before enrolling for lending'],
    { given: 'a customer' },
  ),
  {
    ...start,
    shows: 'starts the verification',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'KYC verification initiated',
        data: { customer_id: id.customer, kyc_status: 'PENDING' },
      },
    },
  },
  {
    ...start,
    shows: 'says that a customer is verified already',
    given: 'a verified customer',
    reply: {
      status: 200,
      body: { status: 'success', message: 'KYC already verified', data: { kyc_status: 'VERIFIED' } },
      mayGrow: true,
    },
  },
  refusal(start, 'needs an enrolled customer', [422, 'Customer is not enrolled for lending'], {
    given: 'an account',
  }),
  {
    ...status,
    shows: 'tells that a customer is verified',
    given: 'a verified customer',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'KYC status fetched',
        data: { customer_id: id.customer, kyc_status: 'VERIFIED', verified_at: at, rejection_reason: null },
      },
      optional: ['rejection_reason'],
    },
  },
  {
    ...status,
    shows: 'tells that a customer is not enrolled',
    given: 'an account',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'KYC status fetched',
        data: { customer_id: id.customer, kyc_status: 'NOT_ENROLLED', verified_at: at, rejection_reason: '' },
      },
      optional,
    },
  },
  refusal(status, 'says that a customer does not exist', [400, 'Customer not found'], {
    given: 'nothing',
    send: {
      line: `GET /v1/loans/customers/${id.unknown}/kyc-status`,
      params: { customerId: id.unknown },
    },
  }),
  refusal(
    enrol,
    'needs the customer to have a BVN',
    [422, 'Customer must have a BVN to enroll for lending'],
    {
      given: 'a customer without BVN',
    },
  ),
  refusal(start, 'says that a customer does not exist', [400, 'Customer not found'], {
    given: 'nothing',
    send: {
      line: `POST /v1/loans/customers/${id.unknown}/verify-kyc`,
      params: { customerId: id.unknown },
    },
  }),
];
