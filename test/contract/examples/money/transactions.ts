import { refusal, type Example, type Subject } from '../example';
import { accountNumber, entryAt, transactionReference } from '../samples';

const transaction = {
  wasReversed: false,
  amount: 20000,
  description: 'SAMPLE-PAYOUT-1 rent',
  category: 'TRANSFER',
  uniqueRef: transactionReference,
  internalRef: 'SAMPLE-INTERNAL-1',
  transactionType: 'DEBIT',
  entryDate: entryAt,
  updatedDate: entryAt,
  internal: false,
  accountId: accountNumber,
  externalStatus: 'PENDING',
};

const list: Subject = {
  operation: 'listTransactions',
  source: 'specified',
  given: 'a payout',
  send: {
    line: `GET /v1/accounts/${accountNumber}/transactions?page=1&limit=10`,
    params: { account_number: accountNumber },
    query: { page: 1, limit: 10 },
  },
};

const verify: Subject = {
  operation: 'verifyTransaction',
  source: 'specified',
  given: 'a payout',
  send: {
    line: `GET /v1/accounts/${accountNumber}/transactions/${transactionReference}`,
    params: { account_number: accountNumber, reference: transactionReference },
  },
};

export const transactions: readonly Example[] = [
  {
    ...list,
    shows: 'lists the transactions of an account, each with the balance after it',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'transactions fetched successfully',
        data: {
          transactions: [{ ...transaction, balance: 80000 }],
          last: true,
          query: { limit: 10, offset: 0, includeBalance: true, status: ['SUCCESS'], entity: 'account' },
        },
      },
    },
  },
  {
    ...verify,
    shows: 'fetches one transaction by its reference',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'transaction fetched successfully',
        data: { success: true, message: 'Approved', statusCode: '00', transaction },
      },
    },
  },
  {
    operation: 'verifyTransaction',
    shows: 'says that a transaction does not exist',
    source: 'assumed',
    given: 'an account',
    send: {
      line: `GET /v1/accounts/${accountNumber}/transactions/1`,
      params: { account_number: accountNumber, reference: '1' },
    },
    reply: { status: 404, body: { status: 'failed', message: 'transaction not found' } },
  },
  ...[list, verify].map((subject) =>
    refusal(subject, 'says that an account does not exist', [404, 'account not found'], {
      source: 'assumed',
      given: 'nothing',
    }),
  ),
];
