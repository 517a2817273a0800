import { refusals } from '../../bank/contract/refusals';
import { dateOf, SECOND } from '../time/instants';
import type { AccountRecord, PayoutRecord, BankState } from '../bank-state';
import { refuse, refusalAsRead } from '../readings/refusals';
import type { Course } from '../scenarios/courses';
import { accountNumbered } from './accounts';
import { refuseUnreachable } from './banks';
import { dutyInside, sendersDuty, takeSendersDuty, moveWithFee } from './fees';
import { BOOKS } from './ledger';
import { newUniqueRef } from './movements';

export type PayoutOrder = Pick<
  PayoutRecord,
  'kind' | 'reference' | 'source' | 'beneficiary' | 'amountKobo' | 'remark'
>;

/**
 * Takes a payout or a flush: amount, fee and the sender's duty leave the source at once, the beneficiary gets the money when it settles.
 * A refusal leaves the reference unused.
 */
export function submitPayout(state: BankState, order: PayoutOrder, mayRepeat: boolean): PayoutRecord {
  const feeKobo = state.settings.payoutFeeKobo;
  const dutyKobo = sendersDuty(state, order);
  const original = mayRepeat ? undefined : state.payouts.get(order.reference);
  if (original && isShort(state, order, feeKobo + dutyKobo)) refuseBeforeReference(state);
  if (original) return answerRepeated(state, original);
  const planned = state.rules.courseOf('payout', { ...order, amount: order.amountKobo });
  const account = accountNumbered(state, order.source);
  refuseUnlessPayable(state, account, order, feeKobo + dutyKobo);
  const course = acceptedCourse(state, planned);
  const id = state.payouts.freshId(order.reference);
  const payout = state.payouts.put(id, {
    ...order,
    id,
    feeKobo,
    dutyKobo,
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

/** The course that a payout takes once it is accepted, or the refusal that its course has in store. */
function acceptedCourse(state: BankState, { refusal, ...course }: Course<'payout'>): Course<'payout'> {
  if (refusal === undefined) return course;
  if (refusal !== 'bankRefused') refuse(refusals[refusal]);
  refuseUnreachable(state.readings, refusals.bankRefused);
  return { ...course, ends: 'FAILED' };
}

function refuseUnlessPayable(
  state: BankState,
  account: AccountRecord,
  order: PayoutOrder,
  costKobo: number,
): void {
  if (account.locked) refuse(refusals.accountLocked);
  const { perTransactionNaira = Infinity, dailyNaira = Infinity } = account;
  const today = spentTodayKobo(state, account) + order.amountKobo;
  if (order.amountKobo > perTransactionNaira * 100 || today > dailyNaira * 100)
    refuse(refusals.transferLimitExceeded);
  if (isShort(state, order, costKobo)) refuse(refusals.insufficientBalance);
}

const isShort = (state: BankState, { source, amountKobo }: PayoutOrder, costKobo: number): boolean =>
  amountKobo <= 0 || amountKobo + costKobo > state.ledger.balanceOf(source);

const spentTodayKobo = (state: BankState, account: AccountRecord): number =>
  account.dailyNaira === undefined
    ? 0
    : state.payouts
        .all()
        .filter(
          (payout) => payout.source === account.number && dateOf(payout.createdAt) === dateOf(state.now),
        )
        .filter(({ returned }) => returned !== true)
        .reduce((sum, payout) => sum + payout.amountKobo, 0);

function settlementSeconds(state: BankState, { course }: PayoutRecord): number {
  const spread = Math.exp(state.settings.settlementSpread * state.random.normal());
  return course.afterSeconds ?? state.settings.durations.payoutSettlement * spread;
}

function debit(state: BankState, payout: PayoutRecord): void {
  const { source: from, id: payoutId, uniqueRef, remark } = payout;
  const amountKobo = payout.amountKobo + dutyInside(state, payout);
  const transfer = { from, to: BOOKS.transit, amountKobo, description: remark, uniqueRef, payoutId };
  const movement = moveWithFee(
    state,
    { ...transfer, category: 'TRANSFER' },
    {
      amountKobo: payout.feeKobo,
      description: `Charge for ${remark}`,
      suffix: '_CHARGE',
      payer: 'from',
    },
  );
  takeSendersDuty(state, payout, movement);
}

const INVISIBLE_MS = 300 * SECOND;

/** What the bank answers to a reference it has seen: the payout of then, or a refusal. Nothing moves. */
function answerRepeated({ readings }: BankState, original: PayoutRecord): PayoutRecord {
  if (readings.takes('duplicatePayout', 'original')) return original;
  return refuse(refusalAsRead(readings, 'duplicatePayout') ?? refusals.duplicateReference, 'reference');
}

/** Refuses a repeated payout that is too much, where the bank looks at the balance before it looks at the reference. */
function refuseBeforeReference({ readings }: BankState): void {
  if (readings.takes('resentPayout', 'insufficient-balance')) refuse(refusals.insufficientBalance);
}

/** Whether the status of a payout can be read yet. */
export const isVisible = (state: BankState, { createdAt }: PayoutRecord, asOf: number): boolean =>
  asOf >= createdAt + INVISIBLE_MS || !state.readings.takes('duplicatePayout', 'invisible-original');
