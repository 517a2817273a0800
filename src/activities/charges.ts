import { instalmentsOf, isSameSchedule } from '../domain/repayment/instalments';
import { isOfUsedReference, type ChargeOutcome, type ChargeRequest } from '../domain/repayment/charge';
import type { ChargeAuthorisation, SendMark } from '../domain/case/send-authorisation';
import type { BankClient } from '../bank/client';
import { RequestRefusedError } from '../bank/errors';
import type { CallLimits } from '../bank/exchange';
import { attempted } from './activity-wrapper';
import { requireFirst, type Fence } from './gate/fence';
import type { Gate } from './gate/gate';

/** The activity that charges a borrower's account. */
export const createCharges = (bank: BankClient, gate: Pick<Gate, 'chargeRepayment'>, fence: Fence) => ({
  /**
   * Charges one instalment under a reference of ours, unless the schedule differs from the known one. Every
   * attempt reads it first: the borrower may have paid by transfer while the bank could not be reached.
   */
  chargeInstalment: attempted(
    'once',
    async (
      { loanId, reference, amountKobo: amount, untaken, known }: ChargeRequest,
      limits: CallLimits,
      authorisation?: ChargeAuthorisation,
      mark?: SendMark,
    ): Promise<ChargeOutcome> => {
      const order = { loanId, amount, reference };
      const sending = { name: 'chargeRepayment', order, untaken, authorisation, mark, limits } as const;
      await requireFirst(fence, sending);
      const { schedule } = await bank.getRepaymentSchedule({ loanId }, limits);
      const instalments = instalmentsOf(schedule);
      if (!isSameSchedule(instalments, known)) return { status: 'CHANGED', takenKobo: 0, instalments };
      await gate.chargeRepayment(order, authorisation, limits);
      const charged = await answerOf(() => fence.send(sending, () => bank.chargeRepayment(order, limits)));
      return { ...charged, instalments };
    },
  ),
});

export type Charges = ReturnType<typeof createCharges>;

/**
 * Only SUCCESS with an amount says that the money was taken, and only FAILED that it was not; anything else is followed,
 * as charging it again might take it twice.
 */
async function answerOf(
  send: () => ReturnType<BankClient['chargeRepayment']>,
): Promise<Pick<ChargeOutcome, 'status' | 'takenKobo'>> {
  try {
    const { status, amount: takenKobo } = await send();
    if (status === 'SUCCESS' && takenKobo > 0) return { status: 'TAKEN', takenKobo };
    return { status: status === 'FAILED' ? 'NOT_TAKEN' : 'PENDING', takenKobo: 0 };
  } catch (error) {
    if (error instanceof RequestRefusedError && isOfUsedReference(error))
      return { status: 'PENDING', takenKobo: 0 };
    throw error;
  }
}
