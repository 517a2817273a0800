import type { BankOperations } from '../../bank/contract';
import { unlessItStands } from '../case/send-once';
import { attempt, poll, waitFor } from '../case/steps';
import type { LoanCase } from './loan-case';

export type Offer = Awaited<ReturnType<BankOperations['getOffer']>>;

/** Asks for the decision and waits for it; anything but an offer ends the application. */
export async function awaitDecision(loan: LoanCase, applicationId: string): Promise<Offer> {
  loan.enter('DECISION');
  const { progress } = loan;
  await progress.once('decision: asked for', () =>
    attempt(loan, 'Asking for the decision', () => askForDecision(loan, applicationId)),
  );
  const { status, declineReasons } = await progress.once('decision: made', () =>
    decided(loan, applicationId),
  );
  leaveIfClosed(loan, status, declineReasons);
  if (status === 'HAS_OFFER') loan.setOpenOffer(applicationId);
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

/** Ends the loan where the application's status says that there will be none. */
export function leaveIfClosed(loan: LoanCase, status: string, reasons: readonly string[] = []): void {
  if (status === 'DECLINED') loan.leave(status, reasons.join(', ') || 'no reason given');
  if (status === 'OFFER_DECLINED') loan.leave(status, 'declined at the bank');
  if (status === 'OFFER_EXPIRED') loan.leave(status, 'the offer was not answered in time');
}
