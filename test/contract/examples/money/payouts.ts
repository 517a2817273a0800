import { badRequest, failed, refusal, type Example, type Subject } from '../example';
import {
  accountNumber,
  bankCode,
  beneficiary,
  flushReference,
  payoutReference,
  transactionReference,
  unknownNumber,
} from '../samples';

const payout = {
  amount: 20000,
  source: { account_number: accountNumber },
  beneficiary,
  reference: payoutReference,
  meta_data: { purpose: 'sample' },
  remark: 'SAMPLE-PAYOUT-1 rent',
};

const result = { amount: 20000, total: 21000, fee: 1000, reference: payoutReference, beneficiary };

const create: Subject = {
  operation: 'createPayout',
  source: 'specified',
  given: 'a funded account',
  send: { line: 'POST /v1/payouts', body: payout },
};

const status: Subject = {
  operation: 'getPayoutStatus',
  source: 'specified',
  given: 'a payout',
  send: { line: `GET /v1/payouts/status/${payoutReference}`, params: { reference: payoutReference } },
};

const flush: Subject = {
  operation: 'flushAccount',
  source: 'specified',
  given: 'a funded account',
  send: {
    line: `POST /v1/accounts/${accountNumber}/flush`,
    params: { account_number: accountNumber },
    body: { beneficiary, reference: flushReference },
  },
};

const sending = (change: Record<string, unknown>) => ({ ...create.send, body: { ...payout, ...change } });

const duplicate = {
  status: 400,
  body: failed('duplicate reference', [{ msg: 'duplicate reference', param: 'reference' }]),
};

export const payouts: readonly Example[] = [
  {
    ...create,
    shows: 'initiates a payout',
    reply: {
      status: 200,
      body: { status: 'success', message: 'payout was initiated successfully', data: result },
    },
  },
  badRequest(
    create,
    'refuses less than 200 naira',
    { msg: 'amount must be at least 20000 kobo', param: 'amount' },
    sending({ amount: 19999 }),
  ),
  badRequest(
    create,
    'refuses a reference of 31 characters',
    { msg: 'reference must be at most 30 characters', param: 'reference' },
    sending({ reference: 'R'.repeat(31) }),
  ),
  badRequest(
    create,
    'needs a remark',
    { msg: 'remark is required', param: 'remark' },
    sending({ remark: undefined }),
  ),
  refusal(create, 'refuses a reference that was used before', [400, 'duplicate reference'], {
    source: 'assumed',
    given: 'a payout',
    reply: duplicate,
  }),
  refusal(create, 'refuses more than the account holds', [402, 'insufficient balance'], {
    source: 'assumed',
    given: 'an account',
  }),
  refusal(create, 'says that the source account does not exist', [404, 'account not found'], {
    source: 'assumed',
    send: sending({ source: { account_number: unknownNumber } }),
  }),
  {
    ...status,
    shows: 'fetches the status of a payout',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'payout fetched successfully',
        data: {
          status: 'SUCCESS',
          message: 'Approved',
          amount: 20000,
          total: 21000,
          fee: 1000,
          reference: payoutReference,
          uniqueRef: transactionReference,
          beneficiary: {
            bankCode,
            accountNumber: beneficiary.account_number,
            accountName: 'TEST BORROWER',
            bankName: 'Sample Bank',
          },
        },
      },
    },
  },
  refusal(status, 'says that a payout does not exist', [404, 'payout not found'], {
    source: 'assumed',
    given: 'nothing',
  }),
  {
    ...flush,
    shows: 'initiates the flush of an account',
    reply: {
      status: 201,
      body: {
        status: 'success',
        message: 'payout was initiated successfully',
        data: { ...result, reference: flushReference, payment_reference: 'SAMPLE-PAYMENT-1' },
      },
    },
  },
  refusal(flush, 'refuses a reference that a payout has used', [400, 'duplicate reference'], {
    source: 'assumed',
    given: 'a payout',
    send: { ...flush.send, body: { beneficiary, reference: payoutReference } },
    reply: duplicate,
  }),
  ...[create, flush].flatMap((subject) => [
    refusal(subject, 'refuses a locked account', [402, 'account is locked'], {
      source: 'assumed',
      given: 'a locked account',
    }),
    refusal(subject, 'refuses more than a transfer limit', [402, 'transfer limit exceeded'], {
      source: 'assumed',
      given: 'a limited account',
    }),
    refusal(subject, 'tells that the bank refused at once', [402, 'the bank refused the transfer'], {
      source: 'assumed',
      given: 'a bank that refuses',
    }),
  ]),
  refusal(flush, 'refuses to flush an empty account', [402, 'insufficient balance'], {
    source: 'assumed',
    given: 'an account',
  }),
  refusal(flush, 'says that the account does not exist', [404, 'account not found'], {
    source: 'assumed',
    given: 'nothing',
  }),
];
