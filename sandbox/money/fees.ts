import type { ReadingName } from '../readings/dimensions';
import type { BankState, AccountRecord, PayoutRecord } from '../bank-state';
import { DAY } from '../time/clock';
import type { DueTask } from '../time/scheduled-tasks';
import { BOOKS, type Movement, type Transfer } from './ledger';
import { moveMoney } from './movements';
import { STAMP_DUTY_SUFFIX } from '../../src/bank/contract/codes';
import { refusals } from '../../src/bank/contract/refusals';
import { refuse } from '../readings/refusals';
import { OWN_BANK } from './banks';

/** The fee of a movement for one of its two sides. */
interface Fee {
  readonly amountKobo: number;
  readonly description: string;
  /** Appended to the movement's reference to form the fee's. */
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
    // The other side is a book, in which no account sees the fee move on.
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

/** Moves money between an account and a book, and takes a fee from the account, by the reading in force. */
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

/**
 * Receives a transfer from another bank. From a certain amount it may cost the holder a stamp duty. A dynamic
 * account takes one transfer and is then locked.
 */
export function receiveTransfer(
  state: BankState,
  account: AccountRecord,
  amountKobo: number,
  description: string,
): Movement {
  if (account.locked) refuse(refusals.accountLocked);
  const transfer = {
    from: BOOKS.outside,
    to: account.number,
    amountKobo,
    category: 'TRANSFER',
    description,
  } as const;
  const movement = moveWithFee(state, transfer, {
    amountKobo: receiversDuty(state, amountKobo),
    description: 'CBN stamp duty',
    suffix: STAMP_DUTY_SUFFIX,
    payer: 'to',
  });
  state.commit('transfer-received', movement.uniqueRef, { amountKobo });
  if (!account.isStatic) state.accounts.change(account.number, { locked: true, updatedAt: state.now });
  return movement;
}

const isPaidByReceiver = ({ readings }: BankState): boolean => readings.of('stampDuty') === 'receiver';

const dutyOn = ({ settings }: BankState, amountKobo: number): number =>
  amountKobo >= settings.stampDutyFromKobo ? settings.stampDutyKobo : 0;

/** The stamp duty that a transfer from another bank costs its receiver, in kobo. */
export const receiversDuty = (state: BankState, amountKobo: number): number =>
  isPaidByReceiver(state) ? dutyOn(state, amountKobo) : 0;

type Payout = Pick<PayoutRecord, 'source' | 'beneficiary' | 'remark' | 'amountKobo'>;

/** A payout's stamp duty for its sender, in kobo: 0 for a salary (by its remark) and between own accounts. */
export function sendersDuty(state: BankState, { source, beneficiary, remark, amountKobo }: Payout): number {
  const to = beneficiary.bank_code === OWN_BANK.code && state.accounts.get(beneficiary.account_number);
  const isOwn = to && to.customerId === state.accounts.get(source)?.customerId;
  const isExempt = isOwn || /\bsalary\b/i.test(remark);
  return isExempt || isPaidByReceiver(state) ? 0 : dutyOn(state, amountKobo);
}

/** The part of the duty inside the amount of the payout's own line, in kobo. */
export const dutyInside = (state: BankState, { dutyKobo }: PayoutRecord): number =>
  state.readings.of('stampDuty') === 'sender-inside-amount' ? dutyKobo : 0;

type Line = Partial<Pick<Transfer, 'description' | 'uniqueRef'>>;

const lines: { readonly [R in ReadingName<'stampDuty'>]?: (payout: PayoutRecord) => Line } = {
  'sender-own-line': ({ uniqueRef, remark }) => ({
    description: `CBN stamp duty for ${remark}`,
    uniqueRef: `${uniqueRef}${STAMP_DUTY_SUFFIX}`,
  }),
  'sender-no-reference': ({ uniqueRef }) => ({ uniqueRef: `${uniqueRef}${STAMP_DUTY_SUFFIX}` }),
  'sender-other-words': ({ uniqueRef }) => ({ description: 'EMTL', uniqueRef: `${uniqueRef}_EMTL` }),
};

/** Takes the duty of a payout from its source; a duty inside the amount from the money in transit. */
export function takeSendersDuty(state: BankState, payout: PayoutRecord, movement: Movement): void {
  if (payout.dutyKobo === 0) return;
  moveMoney(state, {
    from: dutyInside(state, payout) > 0 ? movement.to : payout.source,
    to: BOOKS.charges,
    amountKobo: payout.dutyKobo,
    category: 'CHARGE',
    payoutId: payout.id,
    description: 'CBN stamp duty',
    ...lines[state.readings.meet('stampDuty')]?.(payout),
  });
}
