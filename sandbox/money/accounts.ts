import { refusals } from '../../src/bank/contract/refusals';
import type { AccountRecord, BankState } from '../bank-state';
import { refuse } from '../readings/refusals';
import { BOOKS } from './ledger';
import { moveMoney } from './movements';

/** Accounts that exist from the start: a funded one, one with little money, and a locked one. */
const SEEDED_ACCOUNTS = [
  { number: '9000000001', name: 'SANDBOX MERCHANT', fundedKobo: 100_000_000_000, locked: false },
  { number: '9000000002', name: 'SANDBOX MERCHANT PETTY CASH', fundedKobo: 5_000_000, locked: false },
  { number: '9000000003', name: 'SANDBOX MERCHANT LOCKED', fundedKobo: 100_000_000, locked: true },
] as const;

/** Opens and funds the accounts every new state starts with. */
export function seedAccounts(state: BankState): void {
  for (const { number, name, fundedKobo, locked } of SEEDED_ACCOUNTS) {
    openAccount(state, { number, name, isStatic: true, locked });
    moveMoney(state, {
      from: BOOKS.outside,
      to: number,
      amountKobo: fundedKobo,
      category: 'FUNDING',
      description: 'Opening balance',
    });
  }
}

type NewAccount = Pick<AccountRecord, 'name' | 'isStatic'> & Partial<AccountRecord>;

/** Opens an account, under a fresh number unless one is given. */
export function openAccount(state: BankState, account: NewAccount): AccountRecord {
  const number = account.number ?? freshNumber(state);
  return state.accounts.put(number, {
    locked: false,
    createdAt: state.now,
    updatedAt: state.now,
    ...account,
    id: state.random.uuid(),
    number,
  });
}

/** The account with a number, or a refusal. */
export const accountNumbered = (state: BankState, number: string, asOf?: number): AccountRecord =>
  state.accounts.get(number, asOf) ?? refuse(refusals.accountNotFound, 'account_number');

/** The account a customer's loans are paid into and collected from: the oldest static one. */
export const staticAccountOf = (state: BankState, customerId: string): AccountRecord | undefined =>
  state.accounts.all().find((account) => account.customerId === customerId && account.isStatic);

function freshNumber(state: BankState): string {
  const number = `80${state.random.digits(8)}`;
  return state.accounts.get(number) ? freshNumber(state) : number;
}
