import { refusal, type Example, type Subject } from './example';
import { accountNumber, at, id, unknownNumber } from './samples';

const owner = {
  first_name: 'Test',
  last_name: 'Borrower',
  email: 'test.borrower@example.com',
  phone: '08000000000',
};

const fetched = {
  id: id.account,
  account: {
    bank_name: 'Sample Bank',
    bank_code: '000',
    account_name: 'Test Borrower',
    account_number: accountNumber,
    balance: 0,
    available_balance: 0,
    locked: false,
  },
  owner: { id: id.customer, ...owner },
  is_static: true,
  mode: 'sandbox',
  created_at: at,
  updated_at: at,
};

const { bank_code: _onlyInSingleAccount, ...listedNumbers } = fetched.account;
const listed = { ...fetched, account: listedNumbers };

const create: Subject = {
  operation: 'createAccount',
  source: 'specified',
  given: 'a customer',
  send: { line: 'POST /v1/accounts', body: { account_type: 'static', customer_id: id.customer } },
};

const limits: Subject = {
  operation: 'updateTransferLimits',
  source: 'specified',
  given: 'an account',
  send: {
    line: `PUT /v1/accounts/${accountNumber}/transfer-limits`,
    params: { account_number: accountNumber },
    body: { per_transaction_limit: 50000, daily_transfer_limit: 200000 },
  },
};

export const accounts: readonly Example[] = [
  {
    ...create,
    shows: 'creates a static account for a customer',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'account created successfully',
        data: {
          id: id.account,
          account: {
            bank_name: 'Sample Bank',
            bank_code: '000',
            account_name: 'Test Borrower',
            account_number: accountNumber,
            client_id: 'SAMPLE-CLIENT',
          },
          owner,
          account_type: 'static',
          mode: 'sandbox',
          created_at: at,
          updated_at: at,
        },
      },
    },
  },
  refusal(
    create,
    'refuses an account of another type',
    [400, 'account_type must be one of: static, dynamic'],
    {
      send: { ...create.send, body: { account_type: 'savings', customer_id: id.customer } },
      malformed: true,
    },
  ),
  refusal(create, 'needs the customer of a business-use account', [400, 'customer_id is required'], {
    send: { ...create.send, body: { account_type: 'static', third_party: true } },
    malformed: true,
  }),
  refusal(create, 'needs the name of a collection account', [400, 'account_name is required'], {
    send: { ...create.send, body: { account_type: 'static', third_party: false } },
    malformed: true,
  }),
  {
    operation: 'listAccounts',
    shows: 'lists accounts, with a total in text',
    source: 'specified',
    given: 'an account',
    send: {
      line: `GET /v1/accounts?page=1&limit=10&account_number=${accountNumber}`,
      query: { page: 1, limit: 10, account_number: accountNumber },
    },
    reply: {
      status: 200,
      body: { status: 'success', message: 'accounts fetched successfully', data: [listed], total: '1' },
    },
  },
  {
    operation: 'getAccount',
    shows: 'fetches one account with its balance',
    source: 'specified',
    given: 'an account',
    send: { line: `GET /v1/accounts/${accountNumber}`, params: { account_number: accountNumber } },
    reply: {
      status: 200,
      body: { status: 'success', message: 'account fetched successfully', data: fetched },
    },
  },
  {
    operation: 'getAccount',
    shows: 'says that an account does not exist',
    source: 'assumed',
    given: 'nothing',
    send: { line: `GET /v1/accounts/${unknownNumber}`, params: { account_number: unknownNumber } },
    reply: { status: 404, body: { status: 'failed', message: 'account not found' } },
  },
  {
    ...limits,
    shows: 'sets both limits of an account',
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Transfer limits updated successfully',
        data: { per_transaction_limit: 50000, daily_transfer_limit: 200000 },
      },
      mayGrow: true,
    },
  },
  refusal(
    limits,
    'needs one of the two limits',
    [400, 'per_transaction_limit or daily_transfer_limit is required'],
    { source: 'assumed', send: { ...limits.send, body: {} }, malformed: true },
  ),
  refusal(limits, 'refuses a limit below 1', [400, 'per_transaction_limit must be at least 1'], {
    source: 'assumed',
    send: { ...limits.send, body: { per_transaction_limit: 0 } },
    malformed: true,
  }),
  refusal(
    limits,
    'refuses a daily limit below the limit per transfer',
    [400, 'daily_transfer_limit must not be less than per_transaction_limit'],
    {
      source: 'assumed',
      send: { ...limits.send, body: { per_transaction_limit: 2, daily_transfer_limit: 1 } },
      malformed: true,
    },
  ),
];
