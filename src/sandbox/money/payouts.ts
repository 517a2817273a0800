import { refusals } from '../../bank/contract/refusals';
import { dateOf } from '../time/instants';
import type { AccountRecord, PayoutRecord } from '../records';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import { accountNumbered } from './accounts';
import { OWN_BANK } from './banks';
import { BOOKS } from './ledger';
import { moveMoney, newUniqueRef } from './movements';

export type PayoutOrder = Pick<
  PayoutRecord,
  'kind' | 'reference' | 'source' | 'beneficiary' | 'amountKobo' | 'remark'
>;

/**
 * Takes a payout or a flush: amount and fee leave the source at once, the beneficiary gets the money when it settles.
 * A refusal leaves the reference unused.
 */
export function submitPayout(state: BankState, order: PayoutOrder, mayRepeat: boolean): PayoutRecord {
  if (!mayRepeat && isUsed(state, order.reference)) refuse(refusals.duplicateReference, 'reference');
  const course = state.rules.courseOf('payout', { ...order, amount: order.amountKobo });
  const account = accountNumbered(state, order.source);
  const feeKobo = state.settings.payoutFeeKobo;
  refuseUnlessPayable(state, account, order.amountKobo, feeKobo);
  if (course.refusal) refuse(refusals[course.refusal]);
  const id = freshId(state, order.reference);
  const payout = state.payouts.put(id, {
    ...order,
    id,
    feeKobo,
    status: course.shows,
    message: 'payout is being processed',
    uniqueRef: newUniqueRef(state),
    paymentReference: state.random.digits(16),
    course,
    createdAt: state.now,
  });
  debit(state, payout);
  state.commit(`${order.kind}-committed`, order.reference, { amountKobo: order.amountKobo });
  if (course.ends !== 'NEVER') state.after(settlementSeconds(state, payout), 'settle-payout', id);
  return payout;
}

/** How the bank recognises a reference it has seen; payouts and flushes share one space of references. */
const isUsed = (state: BankState, reference: string): boolean => state.payouts.get(reference) !== undefined;

function freshId(state: BankState, reference: string, copy = 1): string {
  const id = copy === 1 ? reference : `${reference} (${copy})`;
  return state.payouts.get(id) ? freshId(state, reference, copy + 1) : id;
}

function refuseUnlessPayable(
  state: BankState,
  account: AccountRecord,
  amountKobo: number,
  feeKobo: number,
): void {
  if (account.locked) refuse(refusals.accountLocked);
  if (amountKobo <= 0) refuse(refusals.insufficientBalance);
  const { perTransactionNaira = Infinity, dailyNaira = Infinity } = account;
  const today = spentTodayKobo(state, account) + amountKobo;
  if (amountKobo > perTransactionNaira * 100 || today > dailyNaira * 100)
    refuse(refusals.transferLimitExceeded);
  if (amountKobo + feeKobo > state.ledger.balanceOf(account.number)) refuse(refusals.insufficientBalance);
}

const spentTodayKobo = (state: BankState, account: AccountRecord): number =>
  account.dailyNaira === undefined
    ? 0
    : state.payouts
        .all()
        .filter(
          (payout) => payout.source === account.number && dateOf(payout.createdAt) === dateOf(state.now),
        )
        .filter((payout) => payout.status !== 'FAILED' && payout.status !== 'REVERSED')
        .reduce((sum, payout) => sum + payout.amountKobo, 0);

function settlementSeconds(state: BankState, { course }: PayoutRecord): number {
  const spread = Math.exp(state.settings.settlementSpread * state.random.normal());
  return course.afterSeconds ?? state.settings.durations.payoutSettlement * spread;
}

function debit(state: BankState, payout: PayoutRecord): void {
  const { source: from, id: payoutId, uniqueRef, remark } = payout;
  moveMoney(state, {
    from,
    to: BOOKS.transit,
    amountKobo: payout.amountKobo,
    category: 'TRANSFER',
    description: remark,
    uniqueRef,
    payoutId,
  });
  if (payout.feeKobo === 0) return;
  moveMoney(state, {
    from,
    to: BOOKS.charges,
    amountKobo: payout.feeKobo,
    category: 'CHARGE',
    description: `Charge for ${remark}`,
    uniqueRef: `${uniqueRef}_CHARGE`,
    payoutId,
  });
}

/** The end of a payout that its course has in store. */
export function settlePayout(state: BankState, id: string): void {
  const payout = state.payouts.get(id);
  if (!payout) return;
  if (payout.course.ends === 'FAILED') {
    failPayout(state, payout);
    return;
  }
  const destination = destinationOf(state, payout);
  state.payouts.change(id, { status: 'SUCCESS', message: 'payout was successful' });
  moveMoney(state, {
    from: BOOKS.transit,
    to: destination,
    amountKobo: payout.amountKobo,
    category: 'TRANSFER',
    description: payout.remark,
    payoutId: id,
  });
  state.commit('payout-succeeded', payout.reference);
  const { reversedAfterSeconds } = payout.course;
  if (reversedAfterSeconds !== undefined) state.after(reversedAfterSeconds, 'reverse-payout', id);
}

function failPayout(state: BankState, payout: PayoutRecord): void {
  state.payouts.change(payout.id, { status: 'FAILED', message: 'payout failed' });
  returnMoney(state, payout, BOOKS.transit);
  state.commit('payout-failed', payout.reference);
}

/** Takes a successful payout back and returns amount and fee. */
export function reversePayout(state: BankState, id: string): void {
  const payout = state.payouts.get(id);
  if (!payout) return;
  state.payouts.change(id, { status: 'REVERSED', message: 'payout was reversed' });
  returnMoney(state, payout, destinationOf(state, payout));
  state.commit('payout-reversed', payout.reference);
}

function returnMoney(state: BankState, payout: PayoutRecord, from: string): void {
  const reversal = {
    category: 'REVERSAL',
    description: `Reversal of ${payout.remark}`,
    payoutId: payout.id,
  } as const;
  moveMoney(state, { ...reversal, from, to: payout.source, amountKobo: payout.amountKobo });
  if (payout.feeKobo === 0) return;
  moveMoney(state, { ...reversal, from: BOOKS.charges, to: payout.source, amountKobo: payout.feeKobo });
}

/** An account of this service, or the state outside. */
function destinationOf(state: BankState, { beneficiary }: PayoutRecord): string {
  const isOwn = beneficiary.bank_code === OWN_BANK.code && state.accounts.get(beneficiary.account_number);
  return isOwn ? beneficiary.account_number : BOOKS.outside;
}
