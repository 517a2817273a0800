import type { BankClient } from './client';
import type { OperationName } from './contract';

/** Fields of replies that are to be read otherwise, by operation, wherever they stand; each with its subject. */
export type TranslatedFields<S extends string> = {
  readonly [Name in OperationName]?: Readonly<Record<string, S>>;
};

type Call = (...asked: unknown[]) => Promise<unknown>;

/** The same bank, with these fields of its replies translated. */
export function translated<S extends string>(
  bank: BankClient,
  fields: TranslatedFields<S>,
  translate: (value: unknown, subject: S) => unknown,
): BankClient {
  const within = (data: unknown, subjects: Readonly<Record<string, S>>): unknown => {
    if (Array.isArray(data)) return data.map((each) => within(each, subjects));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data).map(([name, value]: [string, unknown]) => {
        const subject = subjects[name];
        return [name, within(subject === undefined ? value : translate(value, subject), subjects)];
      }),
    );
  };
  const calls = (Object.keys(fields) as OperationName[]).map((name): [string, Call] => {
    const call = bank[name] as Call;
    return [name, async (...asked) => within(await call(...asked), fields[name] ?? {})];
  });
  return { ...bank, ...(Object.fromEntries(calls) as Partial<BankClient>) };
}

/** The units of amounts whose unit the interface leaves open. */
export interface AmountUnits {
  /** Of `balance` and `available_balance` of an account. */
  readonly balances: 'kobo' | 'naira';
  /** Of `amount` and `balance` of a transaction. */
  readonly transactions: 'kobo' | 'naira';
}

const account = { balance: 'balances', available_balance: 'balances' } as const;
const transaction = { amount: 'transactions', balance: 'transactions' } as const;

/** The same bank with every amount in kobo, so that no reader needs to know the bank's units. */
export const inKobo = (bank: BankClient, units: AmountUnits): BankClient =>
  translated<keyof AmountUnits>(
    bank,
    {
      ...{ getAccount: account, listAccounts: account },
      ...{ listTransactions: transaction, verifyTransaction: transaction },
    },
    // Keeps hundredths of a kobo and drops the conversion's rounding errors.
    (amount, of) => (units[of] === 'kobo' ? amount : Math.round(Number(amount) * 10_000) / 100),
  );
