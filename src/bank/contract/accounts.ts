import { z } from 'zod';
import { amount, count, id, oneOf, optionalInstant, paging, requiredText, instant } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

const owner = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
});

const createdAccount = z.object({
  id,
  account: z.object({
    bank_name: z.string(),
    bank_code: z.string(),
    account_name: z.string(),
    account_number: z.string(),
    client_id: z.string(),
  }),
  owner: owner.nullish(),
  account_type: z.string(),
  mode: z.string(),
  created_at: optionalInstant,
  updated_at: optionalInstant,
});

const account = z.object({
  id,
  account: z.object({
    bank_name: z.string(),
    bank_code: z.string().nullish(),
    account_name: z.string(),
    account_number: z.string(),
    balance: amount,
    available_balance: amount,
    locked: z.boolean(),
  }),
  owner: owner.extend({ id }).nullish(),
  is_static: z.boolean(),
  mode: z.string(),
  created_at: optionalInstant,
  updated_at: optionalInstant,
});

const naira = (name: string) =>
  z.int(`${name} must be a whole number of naira`).min(1, `${name} must be at least 1`);

/** Interface: "Accounts". Balances are taken as kobo (unit not documented); transfer limits are naira. */
export const accounts = {
  createAccount: operation('POST /v1/accounts', 'specified', 'once', {
    summary: 'Create a virtual account, static or dynamic',
    body: z
      .object({
        account_type: oneOf('account_type', ['static', 'dynamic']),
        third_party: z.boolean('third_party must be true or false').optional(),
        customer_id: requiredText('customer_id').optional(),
        account_name: requiredText('account_name').optional(),
      })
      .refine((body) => body.third_party === false || body.customer_id !== undefined, {
        error: 'customer_id is required',
        path: ['customer_id'],
      })
      .refine((body) => body.third_party !== false || body.account_name !== undefined, {
        error: 'account_name is required',
        path: ['account_name'],
      }),
    success: { status: 200, message: 'account created successfully' },
    data: createdAccount,
    refusals: [refusals.customerNotFound],
  }),
  listAccounts: operation('GET /v1/accounts', 'specified', 'none', {
    summary: 'List accounts, filtered by number, name or customer',
    query: z.object({
      ...paging,
      account_number: z.string().optional(),
      account_name: z.string().optional(),
      customer_id: z.string().optional(),
    }),
    success: { status: 200, message: 'accounts fetched successfully' },
    isLong: true,
    data: z.array(account),
    beside: z.object({ total: count.optional() }),
  }),
  getAccount: operation('GET /v1/accounts/{account_number}', 'specified', 'none', {
    summary: 'Fetch one account with its balance',
    success: { status: 200, message: 'account fetched successfully' },
    data: account,
    refusals: [refusals.accountNotFound],
  }),
  // Once: somebody may have set other limits since.
  updateTransferLimits: operation('PUT /v1/accounts/{account_number}/transfer-limits', 'specified', 'once', {
    summary: 'Set the limits per transfer and per day, in naira',
    body: z
      .object({
        per_transaction_limit: naira('per_transaction_limit').optional(),
        daily_transfer_limit: naira('daily_transfer_limit').optional(),
      })
      .refine((body) => body.per_transaction_limit !== undefined || body.daily_transfer_limit !== undefined, {
        error: refusals.limitsMissing.message,
      })
      .refine(
        ({ per_transaction_limit, daily_transfer_limit }) =>
          daily_transfer_limit === undefined || daily_transfer_limit >= (per_transaction_limit ?? 0),
        {
          error: 'daily_transfer_limit must not be less than per_transaction_limit',
          path: ['daily_transfer_limit'],
        },
      ),
    success: { status: 200, message: 'Transfer limits updated successfully' },
    data: z.object({
      per_transaction_limit: z.number().nullish(),
      daily_transfer_limit: z.number().nullish(),
    }),
    refusals: [refusals.accountNotFound, refusals.limitsMissing],
  }),
};

const transaction = z.object({
  wasReversed: z.boolean(),
  amount,
  description: z.string(),
  category: z.string(),
  uniqueRef: z.string(),
  internalRef: z.string(),
  transactionType: z.string(),
  entryDate: instant,
  updatedDate: optionalInstant,
  internal: z.boolean(),
  accountId: z.string(),
  externalStatus: z.string(),
});

/** Interface: "Transactions". `description` carries a payout's remark (inferred). */
export const transactions = {
  listTransactions: operation('GET /v1/accounts/{account_number}/transactions', 'specified', 'none', {
    summary: 'List the transactions of an account, one page',
    query: z.object(paging),
    success: { status: 200, message: 'transactions fetched successfully' },
    isLong: true,
    data: z.object({
      transactions: z.array(transaction.extend({ balance: amount })),
      last: z.boolean(),
      query: z.object({
        limit: z.number(),
        offset: z.number(),
        includeBalance: z.boolean(),
        status: z.array(z.string()),
        entity: z.string(),
      }),
    }),
    refusals: [refusals.accountNotFound],
  }),
  verifyTransaction: operation(
    'GET /v1/accounts/{account_number}/transactions/{reference}',
    'specified',
    'none',
    {
      summary: 'Fetch one transaction by its reference',
      success: { status: 200, message: 'transaction fetched successfully' },
      data: z.object({ success: z.boolean(), message: z.string(), statusCode: z.string(), transaction }),
      refusals: [refusals.accountNotFound, refusals.transactionNotFound],
    },
  ),
};
