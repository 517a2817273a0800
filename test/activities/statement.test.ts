import { readLine, readStatement } from '../../src/activities/statement';
import { UnexpectedResponseError } from '../../src/service/errors';

/** A service whose transactions all have this date. */
function dated(entryDate: string) {
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
  return {
    listTransactions: async () => ({ transactions: [{ ...transaction, balance: 0 }], last: true }),
    verifyTransaction: async () => ({ success: true, message: '', statusCode: '', transaction }),
  } as unknown as Parameters<typeof readLine>[0];
}

test('a line of a statement has its instant in one form, wherever it was read', async () => {
  const service = dated('2026-11-21T08:00:00.000+0000');
  const line = { uniqueRef: 'U-1', at: '2026-11-21T08:00:00.000Z' };
  expect(await readStatement(service, '1', '2026-11-01')).toMatchObject([line]);
  expect(await readLine(service, '1', 'U-1')).toMatchObject(line);
});

test.each([
  ['listTransactions', () => readStatement(dated('soon'), '1', '2026-11-01')],
  ['verifyTransaction', () => readLine(dated('soon'), '1', 'U-1')],
])('%s: an instant that nobody can read is told with its operation and field', async (operation, read) => {
  await expect(read()).rejects.toThrow(UnexpectedResponseError);
  await expect(read()).rejects.toThrow(`${operation}: in the reply there is no instant in entryDate`);
});
