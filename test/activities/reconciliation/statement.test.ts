import {
  readLine,
  readStatement,
  type StatementSource,
} from '../../../src/activities/reconciliation/statement';
import { UnexpectedResponseError } from '../../../src/bank/errors';

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

test('a line of a statement has its instant in one form, wherever it was read', async () => {
  const bank = dated('2026-11-21T08:00:00.000+0000');
  const line = { uniqueRef: 'U-1', at: '2026-11-21T08:00:00.000Z' };
  expect(await readStatement({ bank }, '1', '2026-11-01')).toMatchObject([line]);
  expect(await readLine({ bank }, '1', 'U-1')).toMatchObject(line);
});

test.each([
  ['listTransactions', () => readStatement({ bank: dated('soon') }, '1', '2026-11-01')],
  ['verifyTransaction', () => readLine({ bank: dated('soon') }, '1', 'U-1')],
])('%s: a date that is no instant is reported with its operation and field', async (operation, read) => {
  await expect(read()).rejects.toThrow(UnexpectedResponseError);
  await expect(read()).rejects.toThrow(`${operation}: in the reply there is no instant in entryDate`);
});

test.each([
  { success: false, statusCode: '200' },
  { success: true, statusCode: '404' },
])('a transaction that the bank verifies with %j is not on the statement', async (verdict) => {
  const bank = dated('2026-11-21T08:00:00.000+0000', verdict);
  expect(await readLine({ bank }, '1', 'U-1')).toBeUndefined();
});
