import type { ReadingName } from '../readings/dimensions';
import type { BankState, PayoutRecord, AccountRecord } from '../bank-state';
import { HOUR, dateOf, SECOND } from '../time/clock';
import { OWN_BANK, refuseUnreachable } from './banks';
import { BOOKS, type Transfer } from './ledger';
import { moveMoney, announceAgain, newUniqueRef } from './movements';
import { refusals } from '../../src/bank/contract/refusals';
import { refuse, refusalAsRead } from '../readings/refusals';
import type { Course } from '../scenarios/courses';
import { accountNumbered } from './accounts';
import { dutyInside, sendersDuty, takeSendersDuty, moveWithFee } from './fees';

/** Ends a payout as its course says. */
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

const reversed: Record<ReadingName<'payoutReversal'>, Partial<PayoutRecord>> = {
  'status-changes': { status: 'REVERSED', message: 'payout was reversed' },
  'credit-only': {},
  'failed-later': { status: 'FAILED', message: 'payout failed' },
};

/** Reverses a successful payout, once, and returns everything that it took. */
export function reversePayout(state: BankState, id: string): void {
  const payout = state.payouts.get(id);
  if (!payout || payout.returned) return;
  state.payouts.change(id, reversed[state.readings.meet('payoutReversal')]);
  returnMoney(state, payout, destinationOf(state, payout));
  state.commit('payout-reversed', payout.reference);
}

/** Returns the payout's debits to its source, line by line. */
function returnMoney(state: BankState, payout: PayoutRecord, holder: string): void {
  const lines = state.ledger
    .movementsOf(payout.source)
    .filter((line) => line.payoutId === payout.id && line.from === payout.source);
  const reversal = {
    category: 'REVERSAL',
    description: `Reversal of ${payout.remark}`,
    payoutId: payout.id,
  } as const;
  for (const { to, amountKobo } of lines) {
    const from = to === BOOKS.charges ? BOOKS.charges : joined(state, payout, holder, amountKobo);
    returnCredit(state, { ...reversal, from, to: payout.source, amountKobo });
  }
  state.payouts.change(payout.id, { returned: true });
}

/** The origin of a returned line: its holder, or the book in which amount and fee are joined again. */
function joined(state: BankState, payout: PayoutRecord, holder: string, amountKobo: number): string {
  const feeKobo = amountKobo - payout.amountKobo;
  if (feeKobo === 0) return holder;
  const back = {
    to: BOOKS.transit,
    category: 'REVERSAL',
    description: `Reversal of ${payout.remark}`,
  } as const;
  if (holder !== BOOKS.transit) moveMoney(state, { ...back, from: holder, amountKobo: payout.amountKobo });
  moveMoney(state, { ...back, from: BOOKS.charges, amountKobo: feeKobo });
  return BOOKS.transit;
}

/** The beneficiary's account at this bank, or the book for all others. */
function destinationOf(state: BankState, { beneficiary }: PayoutRecord): string {
  const isOwn = beneficiary.bank_code === OWN_BANK.code && state.accounts.get(beneficiary.account_number);
  return isOwn ? beneficiary.account_number : BOOKS.outside;
}

type Credit = Omit<Transfer, 'uniqueRef'>;

const returns: Record<ReadingName<'returnedMoney'>, (state: BankState, credit: Credit) => void> = {
  whole: moveMoney,
  'two-credits': (state, credit) => {
    const { amountKobo } = moveMoney(state, { ...credit, amountKobo: Math.ceil(credit.amountKobo / 2) });
    const uniqueRef = newUniqueRef(state);
    const transfer = { ...credit, uniqueRef, amountKobo: credit.amountKobo - amountKobo };
    state.scheduledTasks.add({ at: state.now + HOUR, task: 'move-money', subject: uniqueRef, transfer });
  },
  'second-event': (state, credit) => {
    announceAgain(state, moveMoney(state, credit));
  },
};

/** Returns a line of a payout, by the reading in force. */
const returnCredit = (state: BankState, credit: Credit): void => {
  returns[state.readings.meet('returnedMoney')](state, credit);
};

type PayoutOrder = Pick<
  PayoutRecord,
  'kind' | 'reference' | 'source' | 'beneficiary' | 'amountKobo' | 'remark'
>;

/**
 * Takes a payout or a flush: amount, fee and the sender's duty leave the source at once, and the beneficiary
 * gets the money at settlement. A refusal leaves the reference unused.
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

/** The course of an accepted payout; throws the refusal that its course contains. */
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

/** Answers a used reference with the original payout or a refusal. Nothing moves. */
function answerRepeated({ readings }: BankState, original: PayoutRecord): PayoutRecord {
  if (readings.takes('duplicatePayout', 'original')) return original;
  return refuse(refusalAsRead(readings, 'duplicatePayout') ?? refusals.duplicateReference, 'reference');
}

/** Refuses a repeated payout above the balance, if the bank checks the balance before the reference. */
function refuseBeforeReference({ readings }: BankState): void {
  if (readings.takes('resentPayout', 'insufficient-balance')) refuse(refusals.insufficientBalance);
}

/** Whether the status of a payout can be read yet. */
export const isVisible = (state: BankState, { createdAt }: PayoutRecord, asOf: number): boolean =>
  asOf >= createdAt + INVISIBLE_MS || !state.readings.takes('duplicatePayout', 'invisible-original');
