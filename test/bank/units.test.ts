import { inKobo, type AmountUnits } from '../../src/bank/units';
import { bankWith } from '../support/fake-bank';

const KOBO: AmountUnits = { balances: 'kobo', transactions: 'kobo' };

const transaction = {
  wasReversed: false,
  amount: 250.5,
  description: '',
  category: '',
  uniqueRef: 'U-1',
  internalRef: 'I-1',
  transactionType: 'DEBIT',
  entryDate: '2026-11-21',
  updatedDate: '2026-11-21',
  internal: false,
  accountId: 'A-1',
  externalStatus: 'SUCCESS',
};
const account = {
  id: 'A-1',
  account: {
    bank_name: 'Test Bank',
    account_name: 'Lender',
    account_number: '1',
    balance: 0.29,
    available_balance: 7,
    locked: false,
  },
  is_static: true,
  mode: 'live',
  created_at: '2026-11-21',
  updated_at: '2026-11-21',
};
const query = { limit: 20, offset: 0, includeBalance: true, status: [], entity: '' };

const bank = bankWith({
  getAccount: async () => account,
  listAccounts: async () => ({ data: [account], total: 1 }),
  listTransactions: async () => ({ transactions: [{ ...transaction, balance: 1_000 }], last: true, query }),
  verifyTransaction: async () => ({ success: true, message: '', statusCode: '200', transaction }),
});

test.each([
  [KOBO, 250.5, 1_000],
  [{ ...KOBO, transactions: 'naira' } as const, 25_050, 100_000],
])('transactions of a bank that counts in %j are read in kobo', async (units, amount, balance) => {
  const { transactions } = await inKobo(bank, units).listTransactions({ account_number: '1' });
  expect(transactions).toMatchObject([{ amount, balance }]);
  const asked = { account_number: '1', reference: 'U-1' };
  expect((await inKobo(bank, units).verifyTransaction(asked)).transaction).toMatchObject({ amount });
});

test('balances of a bank that counts in naira are read in kobo, one account or a list of them', async () => {
  const reader = inKobo(bank, { ...KOBO, balances: 'naira' });
  const expected = { account: { balance: 29, available_balance: 700 } };
  expect(await reader.getAccount({ account_number: '1' })).toMatchObject(expected);
  expect((await reader.listAccounts({})).data).toMatchObject([expected]);
});
