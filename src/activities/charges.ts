import { instalmentsOf, owedKobo, withPayment, type Instalment } from '../domain/repayment/instalments';
import type { ChargeOutcome, ChargeRequest } from '../domain/repayment/charge';
import type { BankClient } from '../bank/client';
import { RequestRefusedError } from '../bank/errors';
import type { CallLimits } from '../bank/exchange';
import { attempted } from './attempt';

/** Charging what is due to the borrower's account. */
export interface Charges {
  /**
   * Reads the schedule and charges what is unpaid of one instalment, under a reference of ours. Every attempt reads
   * first: the borrower may have paid by transfer while the bank could not be reached.
   */
  chargeInstalment(request: ChargeRequest): Promise<ChargeOutcome>;
}

export const createCharges = (bank: BankClient): Charges => ({
  chargeInstalment: attempted('once', async (request, limits) => {
    const { schedule } = await bank.getRepaymentSchedule({ loanId: request.loanId }, limits);
    const instalments = instalmentsOf(schedule);
    const amountKobo = toCharge(request, instalments);
    if (amountKobo === 0) return { status: 'NOTHING_DUE', amountKobo, instalments };
    const status = await chargeNow(bank, request, amountKobo, limits);
    const takenKobo = status === 'TAKEN' ? amountKobo : 0;
    return { status, amountKobo, instalments: withPayment(instalments, request.dueOn, takenKobo) };
  }),
});

function toCharge({ dueOn, atMostKobo = Infinity }: ChargeRequest, instalments: Instalment[]): number {
  const instalment = instalments.find((one) => one.dueOn === dueOn);
  return instalment ? Math.min(owedKobo(instalment), atMostKobo) : 0;
}

/** Only SUCCESS says that the money was taken, and only FAILED that it was not; any other word is followed. */
async function chargeNow(
  bank: BankClient,
  { loanId, reference }: ChargeRequest,
  amount: number,
  limits: CallLimits,
): Promise<'TAKEN' | 'NOT_TAKEN' | 'NO_MONEY' | 'PENDING'> {
  try {
    const { status } = await bank.chargeRepayment({ loanId, amount, reference }, limits);
    return status === 'SUCCESS' ? 'TAKEN' : status === 'FAILED' ? 'NOT_TAKEN' : 'PENDING';
  } catch (error) {
    if (error instanceof RequestRefusedError && error.status === 402) return 'NO_MONEY';
    throw error;
  }
}
