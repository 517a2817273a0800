import { readLine, type StatementSource } from '../../../src/activities/reconciliation/statement';

/** A bank whose transactions all have this date. */
function dated(entryDate: string, verdict = { success: true, statusCode: '200' }): StatementSource['bank'] {
  const transaction = {
    wasReversed: false,
    amount: 2_500_000,
    description: '',
    category: '',
    uniqueRef: 'U-1',
    internalRef: 'I-1',
    transactionType: 'DEBIT',
    entryDate,
    updatedDate: entryDate,
    internal: false,
    accountId: 'A-1',
    externalStatus: 'SUCCESS',
  };
  const query = { limit: 20, offset: 0, includeBalance: true, status: [], entity: '' };
  return {
    listTransactions: async () => ({ transactions: [{ ...transaction, balance: 0 }], last: true, query }),
    verifyTransaction: async () => ({ ...verdict, message: '', transaction }),
  };
}

test.each([
  { success: false, statusCode: '200' },
  { success: true, statusCode: '404' },
])('a transaction that the bank verifies with %j is not on the statement', async (verdict) => {
  const bank = dated('2026-11-21T08:00:00.000Z', verdict);
  expect(await readLine({ bank }, '1', 'U-1')).toBeUndefined();
});
