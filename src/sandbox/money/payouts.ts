import type { ReadingName } from '../../bank/contract/readings';
import type { BankState, PayoutRecord } from '../bank-state';
import { HOUR } from '../time/instants';
import { OWN_BANK } from './banks';
import { BOOKS, type Transfer } from './ledger';
import { moveMoney, announceAgain, newUniqueRef } from './movements';

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

const reversed: Record<ReadingName<'payoutReversal'>, Partial<PayoutRecord>> = {
  'status-changes': { status: 'REVERSED', message: 'payout was reversed' },
  'credit-only': {},
  'failed-later': { status: 'FAILED', message: 'payout failed' },
};

/** Takes a successful payout back, once, and returns amount and fee. */
export function reversePayout(state: BankState, id: string): void {
  const payout = state.payouts.get(id);
  if (!payout || payout.returned) return;
  state.payouts.change(id, reversed[state.readings.meet('payoutReversal')]);
  returnMoney(state, payout, destinationOf(state, payout));
  state.commit('payout-reversed', payout.reference);
}

/** Gives back what the payout took from its source, line by line. */
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

/** Where a line comes back from: its holder, or the book in which amount and fee are joined again. */
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

/** An account of this service, or the state outside. */
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

/** Gives back a line of a payout, as this bank gives money back. */
const returnCredit = (state: BankState, credit: Credit): void => {
  returns[state.readings.meet('returnedMoney')](state, credit);
};
