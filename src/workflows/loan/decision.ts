import type { BankOperations } from '../../bank/contract';
import { unlessItStands } from '../case/send-once';
import { attempt, poll, waitFor } from '../case/steps';
import type { LoanCase } from './loan-case';

export type Offer = Awaited<ReturnType<BankOperations['getOffer']>>;

/** Asks for the decision and waits for it; anything but an offer ends the application. */
export async function awaitDecision(loan: LoanCase, applicationId: string): Promise<Offer> {
  loan.enter('DECISION');
  await attempt(loan, 'Asking for the decision', () => askForDecision(loan, applicationId));
  const { status, declineReasons } = await decided(loan, applicationId);
  leaveIfClosed(loan, status, declineReasons);
  if (status === 'HAS_OFFER') loan.openOffer = applicationId;
  return fetchOffer(loan, applicationId);
}

const decided = (loan: LoanCase, applicationId: string) =>
  waitFor(loan, 'LOAN_DECISION', () =>
    attempt(loan, 'Asking for the state of the application', () =>
      poll(loan, 'decision', (pace) => loan.bank.watch.awaitLoanDecision({ applicationId, pace })),
    ),
  );

/** A bank that decides by itself refuses to be asked: then the application tells whether it has begun. */
const askForDecision = ({ bank: { routine } }: LoanCase, applicationId: string): Promise<string> =>
  unlessItStands(
    () => routine.startDecisioning({ applicationId }).then(() => 'asked for'),
    async () => {
      const { status } = await routine.getLoanApplication({ applicationId });
      return status === 'PENDING' ? undefined : status;
    },
  );

export const fetchOffer = (loan: LoanCase, applicationId: string): Promise<Offer> =>
  attempt(loan, 'Fetching the offer', () => loan.bank.routine.getOffer({ applicationId }));

/** Ends the loan if the application's status says that there will be none. */
export function leaveIfClosed(loan: LoanCase, status: string, reasons: readonly string[] = []): void {
  const whys = {
    DECLINED: reasons.join(', ') || 'no reason given',
    OFFER_DECLINED: 'declined at the bank',
    OFFER_EXPIRED: 'the offer was not answered in time',
  };
  const stage = Object.keys(whys).find((each) => each === status) as keyof typeof whys | undefined;
  if (stage === undefined) return;
  loan.openOffer = undefined;
  loan.leave(stage, whys[stage]);
}
