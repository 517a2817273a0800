import type { ReadingName } from '../../bank/contract/readings';
import type { BankState } from '../bank-state';
import { HOUR } from '../time/instants';
import type { Transfer } from './ledger';
import { announceAgain, moveMoney, newUniqueRef } from './movements';

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
export const returnCredit = (state: BankState, credit: Credit): void => {
  returns[state.readings.meet('returnedMoney')](state, credit);
};
