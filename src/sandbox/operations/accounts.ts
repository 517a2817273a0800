import { refusals } from '../../service/contract/refusals';
import { iso } from '../instants';
import { accountNumbered, openAccount } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import type { AccountRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
import type { Handlers } from './handler';
import { pageOf } from './page';

type AccountHandlers = Pick<
  Handlers,
  'createAccount' | 'listAccounts' | 'getAccount' | 'updateTransferLimits'
>;

export const accountHandlers: AccountHandlers = {
  createAccount({ account_type, third_party, customer_id, account_name }, { world }) {
    const customerId = third_party === false ? undefined : customer_id;
    const name = customerId === undefined ? account_name : holderName(world, customerId);
    const isStatic = account_type === 'static';
    const account = openAccount(world, { name: name ?? '', isStatic, customerId });
    world.commit('account-created', customerId ?? account.name, { note: account.number });
    return {
      id: account.id,
      account: { ...holdingOf(account), bank_code: OWN_BANK.code, client_id: account.id },
      owner: contactOf(world, account),
      account_type,
      ...stampsOf(account),
    };
  },

  listAccounts({ account_number, account_name, customer_id, ...asked }, { world, asOf }) {
    const named = account_name?.toLowerCase();
    const found = world.accounts
      .all(asOf)
      .filter((account) => (account_number ?? account.number) === account.number)
      .filter((account) => named === undefined || account.name.toLowerCase().includes(named))
      .filter((account) => customer_id === undefined || account.customerId === customer_id)
      .reverse();
    const { items, total } = pageOf(found, asked, 20);
    return { data: items.map((account) => listedAccount(world, account, asOf)), total: String(total) };
  },

  getAccount({ account_number }, { world, asOf }) {
    const found = accountNumbered(world, account_number, asOf);
    const { account, ...more } = listedAccount(world, found, asOf);
    return { ...more, account: { ...account, bank_code: OWN_BANK.code } };
  },

  updateTransferLimits({ account_number, per_transaction_limit, daily_transfer_limit }, { world }) {
    const account = accountNumbered(world, account_number);
    const limits = {
      perTransactionNaira: per_transaction_limit ?? account.perTransactionNaira,
      dailyNaira: daily_transfer_limit ?? account.dailyNaira,
    };
    const isNew =
      limits.perTransactionNaira !== account.perTransactionNaira || limits.dailyNaira !== account.dailyNaira;
    if (isNew) {
      world.accounts.change(account_number, { ...limits, updatedAt: world.now });
      world.commit('transfer-limits-set', account_number);
    }
    return {
      per_transaction_limit: limits.perTransactionNaira ?? null,
      daily_transfer_limit: limits.dailyNaira ?? null,
    };
  },
};

function holderName(world: World, customerId: string): string {
  const { profile } = world.customers.get(customerId) ?? refuse(refusals.customerNotFound, 'customer_id');
  return `${profile.first_name} ${profile.last_name}`.toUpperCase();
}

function listedAccount(world: World, account: AccountRecord, asOf: number) {
  const balance = world.ledger.balanceOf(account.number, asOf);
  const owner = contactOf(world, account);
  return {
    id: account.id,
    account: { ...holdingOf(account), balance, available_balance: balance, locked: account.locked },
    owner: owner && { id: account.customerId ?? '', ...owner },
    is_static: account.isStatic,
    ...stampsOf(account),
  };
}

const holdingOf = ({ name, number }: AccountRecord) => ({
  bank_name: OWN_BANK.name,
  account_name: name,
  account_number: number,
});

function contactOf(world: World, { customerId }: AccountRecord) {
  const profile = customerId === undefined ? undefined : world.customers.get(customerId)?.profile;
  if (!profile) return null;
  const { first_name, last_name, email, phone } = profile;
  return { first_name, last_name, email, phone };
}

const stampsOf = ({ createdAt, updatedAt }: AccountRecord) => ({
  mode: 'sandbox',
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});
