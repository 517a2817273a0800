import type { ReadingName } from '../../bank/contract/readings';
import type { BankState } from '../bank-state';
import { DAY } from '../time/instants';
import type { DueTask } from '../time/scheduled-tasks';
import { BOOKS, type Movement, type Transfer } from './ledger';
import { moveMoney } from './movements';

/** What a movement costs one of its two sides. */
interface Fee {
  readonly amountKobo: number;
  readonly description: string;
  /** What follows the movement's own reference in the reference of the fee. */
  readonly suffix: string;
  readonly payer: 'from' | 'to';
}

type NewTransfer = Omit<Transfer, 'uniqueRef'> & { uniqueRef?: string };
type Taking = (state: BankState, transfer: NewTransfer, fee: Fee) => Movement;

const takings: Record<ReadingName<'fees'>, Taking> = {
  'own-line': (state, transfer, fee) => {
    const movement = moveMoney(state, transfer);
    moveMoney(state, lineOf(movement, fee));
    return movement;
  },
  'other-words': (state, transfer, fee) => {
    const movement = moveMoney(state, transfer);
    const { uniqueRef: _documented, ...line } = lineOf(movement, fee);
    moveMoney(state, { ...line, category: 'LEVY', description: 'Electronic transfer levy' });
    return movement;
  },
  'inside-amount': (state, transfer, fee) => {
    const isPayer = fee.payer === 'from';
    const amountKobo = transfer.amountKobo + (isPayer ? fee.amountKobo : -fee.amountKobo);
    const movement = moveMoney(state, { ...transfer, amountKobo });
    // The other side is a book, in which no account sees the fee go on.
    moveMoney(state, { ...lineOf(movement, fee), from: isPayer ? movement.to : movement.from });
    return movement;
  },
  'next-day': (state, transfer, fee) => {
    const movement = moveMoney(state, transfer);
    const charge = lineOf(movement, fee);
    state.scheduledTasks.add({
      at: state.now + DAY,
      task: 'take-fee',
      subject: charge.uniqueRef,
      transfer: charge,
    });
    return movement;
  },
};

/** Moves money between an account and a book, and takes a fee for it from the account as this bank takes fees. */
export const moveWithFee: Taking = (state, transfer, fee) =>
  fee.amountKobo === 0
    ? moveMoney(state, transfer)
    : takings[state.readings.meet('fees')](state, transfer, fee);

/** A fee on a line of its own. */
function lineOf(movement: Movement, { amountKobo, description, suffix, payer }: Fee): Transfer {
  return {
    from: movement[payer],
    to: BOOKS.charges,
    amountKobo,
    category: 'CHARGE',
    description,
    uniqueRef: `${movement.uniqueRef}${suffix}`,
    ...(movement.payoutId !== undefined && { payoutId: movement.payoutId }),
  };
}

/** Takes the fee of the day before, unless it was for a payout whose money has come back since. */
export function takeFee(state: BankState, _reference: string, { transfer }: DueTask): void {
  if (!transfer) return;
  const payout = transfer.payoutId === undefined ? undefined : state.payouts.get(transfer.payoutId);
  if (payout?.returned !== true) moveMoney(state, transfer);
}
