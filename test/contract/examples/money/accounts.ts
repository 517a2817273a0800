import { badRequest, refusal, type Example, type SampleRequest, type Subject } from '../example';
import { accountNumber, at, id, unknownNumber } from '../samples';

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

const fetch: Subject = {
  operation: 'getAccount',
  source: 'specified',
  given: 'an account',
  send: { line: `GET /v1/accounts/${accountNumber}`, params: { account_number: accountNumber } },
};

const creating = (body: SampleRequest['body']) => ({ ...create.send, body: { ...body } });
const limiting = (body: SampleRequest['body']) => ({ ...limits.send, body: { ...body } });

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
  badRequest(
    create,
    'refuses an account of another type',
    { msg: 'account_type must be one of: static, dynamic', param: 'account_type' },
    creating({ account_type: 'savings', customer_id: id.customer }),
  ),
  badRequest(
    create,
    'needs the customer of a business-use account',
    { msg: 'customer_id is required', param: 'customer_id' },
    creating({ account_type: 'static', third_party: true }),
  ),
  badRequest(
    create,
    'needs the name of a collection account',
    { msg: 'account_name is required', param: 'account_name' },
    creating({ account_type: 'static', third_party: false }),
  ),
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
    ...fetch,
    shows: 'fetches one account with its balance',
    reply: {
      status: 200,
      body: { status: 'success', message: 'account fetched successfully', data: fetched },
    },
  },
  refusal(fetch, 'says that an account does not exist', [404, 'account not found'], {
    source: 'assumed',
    given: 'nothing',
    send: { line: `GET /v1/accounts/${unknownNumber}`, params: { account_number: unknownNumber } },
  }),
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
  badRequest(
    limits,
    'needs one of the two limits',
    { msg: 'per_transaction_limit or daily_transfer_limit is required' },
    limiting({}),
    'assumed',
  ),
  badRequest(
    limits,
    'refuses a limit below 1',
    { msg: 'per_transaction_limit must be at least 1', param: 'per_transaction_limit' },
    limiting({ per_transaction_limit: 0 }),
    'assumed',
  ),
  badRequest(
    limits,
    'refuses a daily limit below the limit per transfer',
    {
      msg: 'daily_transfer_limit must not be less than per_transaction_limit',
      param: 'daily_transfer_limit',
    },
    limiting({ per_transaction_limit: 2, daily_transfer_limit: 1 }),
    'assumed',
  ),
  refusal(create, 'says that a customer does not exist', [400, 'Customer not found'], {
    source: 'assumed',
    given: 'nothing',
    send: creating({ account_type: 'static', customer_id: id.unknown }),
  }),
  refusal(limits, 'says that an account does not exist', [404, 'account not found'], {
    source: 'assumed',
    given: 'nothing',
  }),
];
