import { refusal, type Example, type Subject } from '../example';
import { id } from '../samples';

const params = { loanId: id.loan };

const instalment = { dueDate: '2026-02-15', principalDue: 8333333, interestDue: 2000000, totalDue: 10333333 };

const active: Subject = {
  operation: 'getActiveLoan',
  source: 'specified',
  given: 'a loan',
  send: {
    line: `GET /v1/loans/active?customer_id=${id.customer}`,
    query: { customer_id: id.customer },
  },
};

const schedule: Subject = {
  operation: 'getRepaymentSchedule',
  source: 'specified',
  given: 'a loan',
  send: { line: `GET /v1/loans/${id.loan}/repayments`, params },
};

const charge: Subject = {
  operation: 'chargeRepayment',
  source: 'inferred',
  given: 'a loan',
  send: {
    line: `POST /v1/loans/${id.loan}/repayments`,
    params,
    body: { amount: 100000, reference: 'SAMPLE-REPAYMENT-1' },
  },
};

const calculate: Subject = {
  operation: 'calculateRepayment',
  source: 'inferred',
  given: 'nothing',
  send: {
    line: 'POST /v1/loans/calculate-repayment',
    body: { loan_amount: 50000000, tenure: 6, state: 'Lagos' },
  },
};

const unknownLoan = {
  line: `POST /v1/loans/${id.unknown}/repayments`,
  params: { loanId: id.unknown },
} as const;

export const repayments: readonly Example[] = [
  {
    ...active,
    shows: 'fetches the active loan',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Active loan fetched',
        data: {
          loanId: id.loan,
          outstandingBalance: 62000000,
          loanStatus: 'ACTIVE',
          nextRepaymentDate: '2026-02-15',
          nextRepaymentAmount: 10333333,
        },
      },
    },
  },
  refusal(active, 'needs a customer', [400, 'customer_id query param is required'], {
    given: 'nothing',
    send: { line: 'GET /v1/loans/active' },
    malformed: true,
  }),
  refusal(active, 'needs a customer that is enrolled', [400, 'Customer not enrolled for lending'], {
    given: 'a customer',
  }),
  refusal(active, 'says that a customer has no loan', [400, 'Loan not found'], {
    source: 'assumed',
    given: 'an enrolled customer',
  }),
  {
    ...schedule,
    shows: 'fetches the instalments',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Repayment schedule fetched',
        data: { schedule: [{ ...instalment, paidAmount: 0, status: 'UNPAID' }] },
      },
    },
  },
  refusal(schedule, 'says that a loan does not exist', [400, 'Loan not found'], {
    given: 'nothing',
    send: { ...unknownLoan, line: `GET /v1/loans/${id.unknown}/repayments` },
  }),
  refusal(schedule, 'asks to wait for the registration of the loan', [422, 'No SME loan ID on record'], {
    given: 'an unregistered loan',
  }),
  {
    ...charge,
    shows: 'charges a repayment',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Repayment charged',
        data: {
          loanId: id.loan,
          reference: 'SAMPLE-REPAYMENT-1',
          amount: 100000,
          status: 'SUCCESS',
          outstandingBalance: 61900000,
        },
      },
    },
  },
  refusal(charge, 'refuses nothing', [400, 'amount must be a positive number (in kobo)'], {
    send: { ...charge.send, body: { amount: 0, reference: 'SAMPLE-REPAYMENT-1' } },
    malformed: true,
  }),
  refusal(charge, 'needs a reference', [400, 'reference is required'], {
    send: { ...charge.send, body: { amount: 100000 } },
    malformed: true,
  }),
  refusal(charge, 'says that a loan does not exist', [400, 'Loan not found'], {
    given: 'nothing',
    send: { ...charge.send, ...unknownLoan },
  }),
  {
    ...calculate,
    shows: 'works out the instalments of a loan',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Repayment calculated',
        data: {
          monthlyRepayment: 10333333,
          totalRepayment: 62000000,
          interestRate: 4,
          schedule: [instalment],
        },
      },
    },
  },
  refusal(charge, 'asks to wait for the registration of the loan', [422, 'No SME loan ID on record'], {
    given: 'an unregistered loan',
  }),
  refusal(
    charge,
    'refuses more than is left to pay',
    [400, 'amount must not exceed the outstanding balance'],
    { send: { ...charge.send, body: { amount: 90000000000, reference: 'SAMPLE-REPAYMENT-1' } } },
  ),
  refusal(charge, 'refuses more than the account holds', [402, 'insufficient balance'], {
    source: 'assumed',
    given: 'a loan that is spent',
  }),
  refusal(
    charge,
    'refuses another amount under a used reference',
    [400, 'reference was already used with another amount'],
    {
      given: 'a charged repayment',
      send: { ...charge.send, body: { amount: 200000, reference: 'SAMPLE-REPAYMENT-1' } },
    },
  ),
];
