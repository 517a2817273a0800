import { instalmentsOf, owedKobo, withPayment, type Instalment } from '../domain/repayment/instalments';
import type { ChargeOutcome, ChargeRequest } from '../domain/repayment/charge';
import type { ChargeAuthorisation, SendMark } from '../domain/case/authorisation';
import type { BankClient } from '../bank/client';
import { RequestRefusedError } from '../bank/errors';
import { attempted } from './attempt';
import { NO_FENCE } from './gate/fence';
import type { Gate } from './gate/gate';

/** Charging what is due to the borrower's account. */
export interface Charges {
  /**
   * Reads the schedule and charges what is unpaid of one instalment, under a reference of ours. Every attempt reads
   * first: the borrower may have paid by transfer while the bank could not be reached.
   */
  chargeInstalment(
    request: ChargeRequest,
    authorisation?: ChargeAuthorisation,
    mark?: SendMark,
  ): Promise<ChargeOutcome>;
}

export const createCharges = (
  bank: BankClient,
  gate: Pick<Gate, 'chargeRepayment'>,
  fence = NO_FENCE,
): Charges => ({
  chargeInstalment: attempted('once', async (request, limits, authorisation, mark) => {
    const { schedule } = await bank.getRepaymentSchedule({ loanId: request.loanId }, limits);
    const instalments = instalmentsOf(schedule);
    const askedKobo = toCharge(request, instalments);
    if (askedKobo === 0) return { status: 'NOTHING_DUE', amountKobo: 0, instalments };
    const { loanId, reference } = request;
    const order = { loanId, amount: askedKobo, reference };
    await gate.chargeRepayment(order, authorisation, limits);
    const sending = { name: 'chargeRepayment', order, authorisation, mark, limits } as const;
    const { status, takenKobo } = await charged(() =>
      fence.send(sending, () => bank.chargeRepayment(order, limits)),
    );
    const paid = withPayment(instalments, request.dueOn, takenKobo);
    return { status, amountKobo: status === 'TAKEN' ? takenKobo : askedKobo, askedKobo, instalments: paid };
  }),
});

/** Whole kobo: a fraction that is owed can only be paid by the next whole one. */
function toCharge(
  { dueOn, atMostKobo = Infinity, paidAtLeastKobo = 0 }: ChargeRequest,
  instalments: Instalment[],
): number {
  const instalment = instalments.find((one) => one.dueOn === dueOn);
  if (!instalment || instalment.paidKobo < paidAtLeastKobo) return 0;
  return Math.min(Math.ceil(owedKobo(instalment)), atMostKobo);
}

/** What the bank makes of a charge, and what it says it took: perhaps less than was asked. */
interface Charged {
  readonly status: 'TAKEN' | 'NOT_TAKEN' | 'NO_MONEY' | 'PENDING';
  readonly takenKobo: number;
}

/**
 * Only SUCCESS with an amount says that the money was taken, and only FAILED that it was not; anything else is followed,
 * as charging it again might take it twice.
 */
async function charged(send: () => ReturnType<BankClient['chargeRepayment']>): Promise<Charged> {
  try {
    const { status, amount: takenKobo } = await send();
    if (status === 'SUCCESS' && takenKobo > 0) return { status: 'TAKEN', takenKobo };
    return { status: status === 'FAILED' ? 'NOT_TAKEN' : 'PENDING', takenKobo: 0 };
  } catch (error) {
    if (error instanceof RequestRefusedError && error.status === 402)
      return { status: 'NO_MONEY', takenKobo: 0 };
    throw error;
  }
}
