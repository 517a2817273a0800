import { refusals } from '../../service/contract/refusals';
import { dateOf } from '../instants';
import type { AccountRecord, PayoutRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
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
export function submitPayout(world: World, order: PayoutOrder, mayRepeat: boolean): PayoutRecord {
  if (!mayRepeat && isUsed(world, order.reference)) refuse(refusals.duplicateReference, 'reference');
  const course = world.rules.courseOf('payout', { ...order, amount: order.amountKobo });
  const account = accountNumbered(world, order.source);
  const feeKobo = world.settings.payoutFeeKobo;
  refuseUnlessPayable(world, account, order.amountKobo, feeKobo);
  if (course.refusal) refuse(refusals[course.refusal]);
  const id = freshId(world, order.reference);
  const payout = world.payouts.put(id, {
    ...order,
    id,
    feeKobo,
    status: course.shows,
    message: 'payout is being processed',
    uniqueRef: newUniqueRef(world),
    paymentReference: world.random.digits(16),
    course,
    createdAt: world.now,
  });
  debit(world, payout);
  world.commit(`${order.kind}-committed`, order.reference, { amountKobo: order.amountKobo });
  if (course.ends !== 'NEVER') world.after(settlementSeconds(world, payout), 'settle-payout', id);
  return payout;
}

/** How the service recognises a reference it has seen; payouts and flushes share one space of references. */
const isUsed = (world: World, reference: string): boolean => world.payouts.get(reference) !== undefined;

function freshId(world: World, reference: string, copy = 1): string {
  const id = copy === 1 ? reference : `${reference} (${copy})`;
  return world.payouts.get(id) ? freshId(world, reference, copy + 1) : id;
}

function refuseUnlessPayable(
  world: World,
  account: AccountRecord,
  amountKobo: number,
  feeKobo: number,
): void {
  if (account.locked) refuse(refusals.accountLocked);
  if (amountKobo <= 0) refuse(refusals.insufficientBalance);
  const { perTransactionNaira = Infinity, dailyNaira = Infinity } = account;
  const today = spentTodayKobo(world, account) + amountKobo;
  if (amountKobo > perTransactionNaira * 100 || today > dailyNaira * 100)
    refuse(refusals.transferLimitExceeded);
  if (amountKobo + feeKobo > world.ledger.balanceOf(account.number)) refuse(refusals.insufficientBalance);
}

const spentTodayKobo = (world: World, account: AccountRecord): number =>
  account.dailyNaira === undefined
    ? 0
    : world.payouts
        .all()
        .filter(
          (payout) => payout.source === account.number && dateOf(payout.createdAt) === dateOf(world.now),
        )
        .filter((payout) => payout.status !== 'FAILED' && payout.status !== 'REVERSED')
        .reduce((sum, payout) => sum + payout.amountKobo, 0);

function settlementSeconds(world: World, { course }: PayoutRecord): number {
  const spread = Math.exp(world.settings.settlementSpread * world.random.normal());
  return course.afterSeconds ?? world.settings.durations.payoutSettlement * spread;
}

function debit(world: World, payout: PayoutRecord): void {
  const { source: from, id: payoutId, uniqueRef, remark } = payout;
  moveMoney(world, {
    from,
    to: BOOKS.inFlight,
    amountKobo: payout.amountKobo,
    category: 'TRANSFER',
    description: remark,
    uniqueRef,
    payoutId,
  });
  if (payout.feeKobo === 0) return;
  moveMoney(world, {
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
export function settlePayout(world: World, id: string): void {
  const payout = world.payouts.get(id);
  if (!payout) return;
  if (payout.course.ends === 'FAILED') {
    failPayout(world, payout);
    return;
  }
  const destination = destinationOf(world, payout);
  world.payouts.change(id, { status: 'SUCCESS', message: 'payout was successful' });
  moveMoney(world, {
    from: BOOKS.inFlight,
    to: destination,
    amountKobo: payout.amountKobo,
    category: 'TRANSFER',
    description: payout.remark,
    payoutId: id,
  });
  world.commit('payout-succeeded', payout.reference);
  const { reversedAfterSeconds } = payout.course;
  if (reversedAfterSeconds !== undefined) world.after(reversedAfterSeconds, 'reverse-payout', id);
}

function failPayout(world: World, payout: PayoutRecord): void {
  world.payouts.change(payout.id, { status: 'FAILED', message: 'payout failed' });
  giveBack(world, payout, BOOKS.inFlight);
  world.commit('payout-failed', payout.reference);
}

/** Takes a successful payout back and returns amount and fee. */
export function reversePayout(world: World, id: string): void {
  const payout = world.payouts.get(id);
  if (!payout) return;
  world.payouts.change(id, { status: 'REVERSED', message: 'payout was reversed' });
  giveBack(world, payout, destinationOf(world, payout));
  world.commit('payout-reversed', payout.reference);
}

function giveBack(world: World, payout: PayoutRecord, from: string): void {
  const reversal = {
    category: 'REVERSAL',
    description: `Reversal of ${payout.remark}`,
    payoutId: payout.id,
  } as const;
  moveMoney(world, { ...reversal, from, to: payout.source, amountKobo: payout.amountKobo });
  if (payout.feeKobo === 0) return;
  moveMoney(world, { ...reversal, from: BOOKS.charges, to: payout.source, amountKobo: payout.feeKobo });
}

/** An account of this service, or the world outside. */
function destinationOf(world: World, { beneficiary }: PayoutRecord): string {
  const isOwn = beneficiary.bank_code === OWN_BANK.code && world.accounts.get(beneficiary.account_number);
  return isOwn ? beneficiary.account_number : BOOKS.outside;
}
