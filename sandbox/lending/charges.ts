import type { Contract } from '../../src/bank/contract';
import type { Data } from '../../src/bank/contract/operation';
import { refusals } from '../../src/bank/contract/refusals';
import { staticAccountOf } from '../money/accounts';
import type { Readings } from '../readings/readings';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { AccountRecord, LoanRecord, RepaymentRecord, BankState } from '../bank-state';
import { dueKobo, nextInstalment, outstandingKobo, collect } from './loan';

type ChargeReply = Data<Contract['chargeRepayment']>;

/** Takes a charge, at once or later; repeats a used reference only if the bank does not recognise it. */
export function submitCharge(
  state: BankState,
  loan: LoanRecord,
  order: { readonly amount: number; readonly reference: string },
  mayRepeat: boolean,
): ChargeReply {
  const key = `${loan.id} ${order.reference}`;
  const earlier = state.repayments.get(key);
  if (earlier && !mayRepeat && !state.readings.takes('usedCharge', 'again'))
    return replyAgain(state, earlier, order.amount);
  const account = accountToCharge(state, loan, order.amount);
  const waiting = chargesAwaitingNext(state, loan);
  const reply = isSettledLater(state.readings)
    ? accept(state, loan, order, state.repayments.freshId(key))
    : take(state, loan, account, order, state.repayments.freshId(key));
  for (const id of waiting) settleCharge(state, id);
  return reply;
}

const isSettledLater = (readings: Readings): boolean =>
  readings.of('charge').startsWith('pending') || readings.of('chargeSettlement') !== 'at-once';

/** The ids of a loan's charges that settle at the next charge. */
const chargesAwaitingNext = ({ repayments }: BankState, loan: LoanRecord): string[] =>
  Object.entries(repayments.toJSON())
    .filter(([, { loanId, awaitsNext }]) => loanId === loan.id && awaitsNext === true)
    .map(([id]) => id);

function replyAgain(state: BankState, { amountKobo, reply }: RepaymentRecord, amount: number): ChargeReply {
  refuseAsRead(state.readings, 'usedCharge');
  return amountKobo === amount ? reply : refuse(refusals.repaymentReferenceReused, 'reference');
}

/** The borrower's account, which must hold the amount. */
function accountToCharge(state: BankState, loan: LoanRecord, amountKobo: number): AccountRecord {
  if (dueKobo(loan, state.now) === 0) refuseAsRead(state.readings, 'charge');
  if (amountKobo > outstandingKobo(loan)) refuse(refusals.aboveOutstanding, 'amount');
  const account = staticAccountOf(state, loan.customerId);
  const isEnough = account !== undefined && state.ledger.balanceOf(account.number) >= amountKobo;
  return isEnough ? account : refuse(refusals.insufficientBalance);
}

function take(
  state: BankState,
  loan: LoanRecord,
  account: AccountRecord,
  { amount: amountKobo, reference }: { amount: number; reference: string },
  id: string,
): ChargeReply {
  const amount = takesPart(state, loan) ? Math.ceil(amountKobo / 2) : amountKobo;
  const outstandingBalance = outstandingKobo(collect(state, loan, account, amount, reference));
  const reply = { loanId: loan.id, reference, amount, status: 'SUCCESS', outstandingBalance };
  state.repayments.put(id, { loanId: loan.id, reference, amountKobo, reply });
  return reply;
}

function takesPart(state: BankState, loan: LoanRecord): boolean {
  const isFirst = nextInstalment(loan)?.paidKobo === 0;
  const { readings } = state;
  return readings.takes('charge', 'always-partly') || (isFirst && readings.takes('charge', 'partly-taken'));
}

/** Accepts a charge that settles later. It takes nothing yet, and the reply stays as it is. */
function accept(
  state: BankState,
  loan: LoanRecord,
  { amount, reference }: { amount: number; reference: string },
  id: string,
): ChargeReply {
  const outstandingBalance = outstandingKobo(loan);
  const reply = { loanId: loan.id, reference, amount, status: 'PENDING', outstandingBalance };
  const settlesAs = state.readings.meet('charge') === 'pending-failed' ? 'FAILED' : 'SUCCESS';
  const settlement = state.readings.meet('chargeSettlement');
  const awaitsNext = settlement === 'after-next';
  state.repayments.put(id, { loanId: loan.id, reference, amountKobo: amount, reply, settlesAs, awaitsNext });
  const seconds = settlement === 'after-30-hours' ? 30 * 3600 : state.settings.durations.chargeSettlement;
  if (!awaitsNext) state.after(seconds, 'settle-charge', id);
  return reply;
}

/** Settles an accepted charge. It also fails if the money or the debt has gone meanwhile. */
export function settleCharge(state: BankState, id: string): void {
  const charge = state.repayments.get(id);
  const loan = charge && state.loans.get(charge.loanId);
  const account = loan && staticAccountOf(state, loan.customerId);
  if (!charge || !loan || !account) return;
  state.repayments.change(id, { awaitsNext: false });
  const { amountKobo, reference, settlesAs } = charge;
  const isPossible =
    amountKobo <= outstandingKobo(loan) && amountKobo <= state.ledger.balanceOf(account.number);
  if (settlesAs === 'SUCCESS' && isPossible) collect(state, loan, account, amountKobo, reference);
  else state.commit('repayment-failed', reference, { amountKobo, note: loan.id });
}
