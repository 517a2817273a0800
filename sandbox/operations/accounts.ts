import { refusals } from '../../src/bank/contract/refusals';
import { iso, withOffset } from '../time/clock';
import { accountNumbered, openAccount, staticAccountOf } from '../money/accounts';
import { OWN_BANK } from '../money/banks';
import { isPartOf, passes, pageOf } from '../readings/lists';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { AccountRecord, BankState } from '../bank-state';
import type { Handlers } from './handler';
import { balanceAfter, type Movement } from '../money/ledger';

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

/** Transactions are the ledger as seen from one account. */
export const transactionHandlers = {
  listTransactions({ account_number, ...asked }, { state, asOf }) {
    accountNumbered(state, account_number, asOf);
    const newestFirst = state.ledger.movementsOf(account_number, asOf).reverse();
    const { items, page, pages, limit } = pageOf(newestFirst, asked, 10, state.readings);
    return {
      transactions: items.map((movement) => ({
        ...shownTransaction(state, movement, account_number, asOf),
        balance: balanceAfter(movement, account_number),
      })),
      last: page >= pages,
      query: {
        limit,
        offset: (page - 1) * limit,
        includeBalance: true,
        status: ['SUCCESS', 'PENDING'],
        entity: 'account',
      },
    };
  },

  verifyTransaction({ account_number, reference }, { state, asOf }) {
    accountNumbered(state, account_number, asOf);
    const movement = state.ledger
      .movementsOf(account_number, asOf)
      .find((candidate) => candidate.uniqueRef === reference || internalRefOf(candidate) === reference);
    if (!movement) return refuse(refusals.transactionNotFound, 'reference');
    const transaction = shownTransaction(state, movement, account_number, asOf);
    return { success: true, message: 'Transaction found', statusCode: '00', transaction };
  },
} satisfies Partial<Handlers>;

const internalRefOf = ({ seq }: Movement): string => String(1_000_000_000 + seq);

function shownTransaction(state: BankState, movement: Movement, accountNumber: string, asOf: number) {
  const status =
    movement.payoutId === undefined ? 'SUCCESS' : state.payouts.get(movement.payoutId, asOf)?.status;
  const isReturned = status === 'FAILED' || status === 'REVERSED';
  const other = movement.from === accountNumber ? movement.to : movement.from;
  return {
    wasReversed: isReturned && movement.category !== 'REVERSAL',
    amount: movement.amountKobo,
    description: movement.description,
    category: movement.category,
    uniqueRef: movement.uniqueRef,
    internalRef: internalRefOf(movement),
    transactionType: movement.from === accountNumber ? 'DEBIT' : 'CREDIT',
    entryDate: withOffset(movement.at),
    updatedDate: withOffset(movement.at),
    internal: state.accounts.get(other) !== undefined,
    accountId: accountNumber,
    externalStatus: status === 'SUCCESS' || isReturned ? 'SUCCESS' : 'PENDING',
  };
}

/** The history is complete from the first movement of money on, whether an address is set or not. */
export const webhookHandlers = {
  listWebhookEvents(asked, { state, asOf }) {
    const { items, total } = pageOf(state.events.all(asOf).reverse(), asked, 20, state.readings);
    return { data: items, total };
  },

  resendWebhookEvent({ event_id }, { state }) {
    const known = state.events.all().filter((event) => event.event_id === event_id);
    if (known.length === 0) refuse(refusals.eventNotFound, 'event_id');
    for (const event of known) state.announce(event, 'again');
    state.commit('webhook-resent', event_id);
    return {};
  },

  getWebhook: (_input, { state }) => state.webhook,

  setWebhook({ url }, { state }) {
    if (state.webhook.url === url) return state.webhook;
    const secret = state.webhook.signature_secret ?? state.random.uuid();
    state.webhook = { url, signature_secret: secret, status: 'ACTIVE', mode: 'sandbox' };
    state.commit('webhook-set', url);
    return state.webhook;
  },
} satisfies Partial<Handlers>;
