import type { BankClient } from './client';

/** The unit of amounts whose unit the interface leaves open. */
type AmountUnit = 'kobo' | 'naira';

export interface AmountUnits {
  /** Of `balance` and `available_balance` of an account. */
  readonly balances: AmountUnit;
  /** Of `amount` and `balance` of a transaction. */
  readonly transactions: AmountUnit;
}

/** Keeps hundredths of a kobo and drops the conversion's rounding errors. */
const koboIn = (amount: number, unit: AmountUnit): number =>
  unit === 'kobo' ? amount : Math.round(amount * 10_000) / 100;

type Account = Awaited<ReturnType<BankClient['getAccount']>>;

/** The same bank with every amount in kobo, so that no reader needs to know the bank's units. */
export function inKobo(bank: BankClient, { balances, transactions }: AmountUnits): BankClient {
  const account = (one: Account): Account => {
    const balance = koboIn(one.account.balance, balances);
    const available_balance = koboIn(one.account.available_balance, balances);
    return { ...one, account: { ...one.account, balance, available_balance } };
  };
  const kobo = (amount: number) => koboIn(amount, transactions);
  return {
    ...bank,
    getAccount: async (...asked) => account(await bank.getAccount(...asked)),
    listAccounts: async (...asked) => {
      const listed = await bank.listAccounts(...asked);
      return { ...listed, data: listed.data.map(account) };
    },
    listTransactions: async (...asked) => {
      const listed = await bank.listTransactions(...asked);
      const inKoboToo = listed.transactions.map((each) => ({
        ...each,
        amount: kobo(each.amount),
        balance: kobo(each.balance),
      }));
      return { ...listed, transactions: inKoboToo };
    },
    verifyTransaction: async (...asked) => {
      const verified = await bank.verifyTransaction(...asked);
      const { transaction } = verified;
      return { ...verified, transaction: { ...transaction, amount: kobo(transaction.amount) } };
    },
  };
}
