import { z } from 'zod';
import { amount, instant, optionalInstant, paging } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

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
