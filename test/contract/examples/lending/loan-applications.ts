import { refusal, type Example, type Subject } from '../example';
import { accountNumber, at, id } from '../samples';

const terms = {
  customer_id: id.customer,
  amount: 50000000,
  repayment_period: 6,
  loan_purpose: 'WORKING_CAPITAL',
  reference: 'SAMPLE-APPLICATION-1',
};

const application = {
  application_id: id.application,
  account_identifier: accountNumber,
  ...terms,
  status: 'PENDING',
  offer_status: null,
  loan_status: null,
  loan_id: null,
  disbursement_account: null,
  decline_reasons: null,
  created_at: at,
  updated_at: at,
};

const optional = [
  'account_identifier',
  'offer_status',
  'loan_status',
  'loan_id',
  'disbursement_account',
  'decline_reasons',
];

const apply: Subject = {
  operation: 'applyForLoan',
  source: 'inferred',
  given: 'a verified customer',
  send: { line: 'POST /v1/loans/apply', body: terms },
};

const params = { applicationId: id.application };

const applying = (change: Record<string, unknown>) => ({
  send: { ...apply.send, body: { ...terms, ...change } },
  malformed: true as const,
});

export const loanApplications: readonly Example[] = [
  {
    ...apply,
    shows: 'submits an application',
    reply: {
      status: 201,
      body: { status: 'success', message: 'Loan application submitted', data: application },
      optional,
    },
  },
  {
    ...apply,
    shows: 'returns the existing application to the same reference',
    given: 'a new application',
    reply: {
      status: 200,
      body: { status: 'success', message: 'Loan application already exists', data: application },
      optional,
    },
  },
  refusal(apply, 'refuses less than 3000 naira', [400, 'amount must be at least 300000 kobo'], {
    ...applying({ amount: 299999 }),
  }),
  refusal(apply, 'refuses more than six months', [400, 'repayment_period must be at most 6'], {
    ...applying({ repayment_period: 7 }),
  }),
  refusal(
    apply,
    'refuses another purpose',
    [
      400,
      'loan_purpose must be one of: WORKING_CAPITAL, EXPANSION_AND_GROWTH, EQUIPMENT_PURCHASE, INVENTORY_MGT, ' +
        'DEBT_FINANCING, STARTUP_CAPITAL, OTHERS',
    ],
    applying({ loan_purpose: 'HOLIDAY' }),
  ),
  refusal(apply, 'needs an enrolled customer', [422, 'Customer is not enrolled for lending'], {
    given: 'an account',
  }),
  refusal(apply, 'needs a verified customer', [422, 'Customer KYC is not VERIFIED'], {
    given: 'an enrolled customer',
  }),
  {
    operation: 'getLoanApplication',
    shows: 'fetches one application',
    source: 'inferred',
    given: 'a new application',
    send: { line: `GET /v1/loans/${id.application}`, params },
    reply: {
      status: 200,
      body: { status: 'success', message: 'Loan application fetched', data: application },
      optional,
    },
  },
  {
    operation: 'listLoanApplications',
    shows: 'lists the applications of a customer by status',
    source: 'inferred',
    given: 'a new application',
    send: {
      line: `GET /v1/loans?page=1&limit=20&status=PENDING&customer_id=${id.customer}`,
      query: { page: 1, limit: 20, status: 'PENDING', customer_id: id.customer },
    },
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Loan applications fetched',
        data: [application],
        pagination: { total: 1, page: 1, limit: 20, pages: 1 },
      },
      optional,
    },
  },
  {
    operation: 'listLoanApplications',
    shows: 'refuses a status that does not exist',
    source: 'inferred',
    given: 'nothing',
    send: { line: 'GET /v1/loans?status=LOST', query: { status: 'LOST' } },
    reply: { status: 400, body: { status: 'failed', message: 'unknown status' } },
    malformed: true,
  },
  refusal(apply, 'says that a customer does not exist', [400, 'Customer not found'], {
    given: 'nothing',
    send: { ...apply.send, body: { ...terms, customer_id: id.unknown } },
  }),
  refusal(
    {
      operation: 'getLoanApplication',
      source: 'inferred',
      given: 'nothing',
      send: { line: `GET /v1/loans/${id.unknown}`, params: { applicationId: id.unknown } },
    },
    'says that an application does not exist',
    [400, 'Application not found'],
  ),
];
