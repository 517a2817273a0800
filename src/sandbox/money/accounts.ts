import { refusals } from '../../service/contract/refusals';
import type { AccountRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
import { BOOKS } from './ledger';
import { moveMoney } from './movements';

/** Accounts that exist from the start: a funded one, one with little money, and a locked one. */
const SEEDED_ACCOUNTS = [
  { number: '9000000001', name: 'SANDBOX MERCHANT', fundedKobo: 100_000_000_000, locked: false },
  { number: '9000000002', name: 'SANDBOX MERCHANT PETTY CASH', fundedKobo: 5_000_000, locked: false },
  { number: '9000000003', name: 'SANDBOX MERCHANT LOCKED', fundedKobo: 100_000_000, locked: true },
] as const;

/** Opens and funds the accounts every new world starts with. */
export function seedAccounts(world: World): void {
  for (const { number, name, fundedKobo, locked } of SEEDED_ACCOUNTS) {
    openAccount(world, { number, name, isStatic: true, locked });
    moveMoney(world, {
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
export function openAccount(world: World, account: NewAccount): AccountRecord {
  const number = account.number ?? freshNumber(world);
  return world.accounts.put(number, {
    locked: false,
    createdAt: world.now,
    updatedAt: world.now,
    ...account,
    id: world.random.uuid(),
    number,
  });
}

/** The account with a number, or a refusal. */
export const accountNumbered = (world: World, number: string, asOf?: number): AccountRecord =>
  world.accounts.get(number, asOf) ?? refuse(refusals.accountNotFound, 'account_number');

/** The account a customer's loans are paid into and collected from: the oldest static one. */
export const staticAccountOf = (world: World, customerId: string): AccountRecord | undefined =>
  world.accounts.all().find((account) => account.customerId === customerId && account.isStatic);

function freshNumber(world: World): string {
  const number = `80${world.random.digits(8)}`;
  return world.accounts.get(number) ? freshNumber(world) : number;
}
