import { refusals } from '../../bank/contract/refusals';
import { withOffset } from '../time/instants';
import { accountNumbered } from '../money/accounts';
import { balanceAfter, type Movement } from '../money/ledger';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import type { Handlers } from './handler';
import { pageOf } from '../readings/lists';

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
