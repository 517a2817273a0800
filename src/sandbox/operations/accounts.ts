import { refusals } from '../../bank/contract/refusals';
import { iso } from '../time/instants';
import { accountNumbered, openAccount, staticAccountOf } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import { isPartOf, passes, pageOf } from '../readings/lists';
import { refuseAsRead } from '../readings/refusals';
import type { AccountRecord } from '../records';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import type { Handlers } from './handler';

export const accountHandlers = {
  createAccount({ account_type, third_party, customer_id, account_name }, { state }) {
    const customerId = third_party === false ? undefined : customer_id;
    const name = customerId === undefined ? account_name : holderName(state, customerId);
    const isStatic = account_type === 'static';
    const isRepeated =
      isStatic && customerId !== undefined && staticAccountOf(state, customerId) !== undefined;
    if (isRepeated) refuseAsRead(state.readings, 'repeatedStep');
    const account = openAccount(state, { name: name ?? '', isStatic, customerId });
    state.commit('account-created', customerId ?? account.name, { note: account.number });
    return {
      id: account.id,
      account: { ...holdingOf(account), bank_code: OWN_BANK.code, client_id: account.id },
      owner: contactOf(state, account),
      account_type,
      ...stampsOf(account),
    };
  },

  listAccounts({ account_number, account_name, customer_id, ...asked }, { state, asOf }) {
    const { readings } = state;
    const found = state.accounts
      .all(asOf)
      .filter((account) => passes(readings, account_number, account.number))
      .filter((account) => passes(readings, account_name, account.name, isPartOf))
      .filter((account) => passes(readings, customer_id, account.customerId))
      .reverse();
    const { items, total } = pageOf(found, asked, 20, readings);
    return { data: items.map((account) => listedAccount(state, account, asOf)), total: String(total) };
  },

  getAccount({ account_number }, { state, asOf }) {
    const found = accountNumbered(state, account_number, asOf);
    const { account, ...more } = listedAccount(state, found, asOf);
    return { ...more, account: { ...account, bank_code: OWN_BANK.code } };
  },

  updateTransferLimits({ account_number, per_transaction_limit, daily_transfer_limit }, { state }) {
    const account = accountNumbered(state, account_number);
    const limits = {
      perTransactionNaira: per_transaction_limit ?? account.perTransactionNaira,
      dailyNaira: daily_transfer_limit ?? account.dailyNaira,
    };
    const isNew =
      limits.perTransactionNaira !== account.perTransactionNaira || limits.dailyNaira !== account.dailyNaira;
    if (isNew) {
      state.accounts.change(account_number, { ...limits, updatedAt: state.now });
      state.commit('transfer-limits-set', account_number);
    }
    return {
      per_transaction_limit: limits.perTransactionNaira ?? null,
      daily_transfer_limit: limits.dailyNaira ?? null,
    };
  },
} satisfies Partial<Handlers>;

function holderName(state: BankState, customerId: string): string {
  const { profile } = state.customers.get(customerId) ?? refuse(refusals.customerNotFound, 'customer_id');
  return `${profile.first_name} ${profile.last_name}`.toUpperCase();
}

function listedAccount(state: BankState, account: AccountRecord, asOf: number) {
  const balance = state.ledger.balanceOf(account.number, asOf);
  const owner = contactOf(state, account);
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

function contactOf(state: BankState, { customerId }: AccountRecord) {
  const profile = customerId === undefined ? undefined : state.customers.get(customerId)?.profile;
  if (!profile) return null;
  const { first_name, last_name, email, phone } = profile;
  return { first_name, last_name, email, phone };
}

const stampsOf = ({ createdAt, updatedAt }: AccountRecord) => ({
  mode: 'sandbox',
  created_at: iso(createdAt),
  updated_at: iso(updatedAt),
});
