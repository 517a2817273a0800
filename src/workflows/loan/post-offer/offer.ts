import { cadences, nextWaitSeconds } from '../../../domain/time/cadence';
import { businessNow, realDuration } from '../../../domain/time/clock';
import { nairaText } from '../../../domain/money/amounts';
import type { DeclineReason } from '../../../bank/contract/codes';
import { isRefusal, refusals } from '../../../bank/contract/refusals';
import { refusalOf } from '../../case/failures';
import { within } from '../../case/races';
import { attempt, waitFor } from '../../case/steps';
import { leaveIfClosed, type Offer } from '../decision';
import type { LoanCase } from '../loan-case';

/** Shows the offer and waits until it is accepted; anything else ends the application. */
export async function answerOffer(loan: LoanCase, applicationId: string, offer: Offer): Promise<void> {
  loan.enter('OFFER');
  show(loan, offer);
  loan.setOpenOffer(applicationId);
  await waitFor(loan, 'OFFER_ANSWER', () => untilAccepted(loan, applicationId, offer), offer.expiresAt);
  loan.setOpenOffer(undefined);
}

async function untilAccepted(loan: LoanCase, applicationId: string, offer: Offer): Promise<void> {
  let isAccepted = false;
  while (!isAccepted) {
    const answer = await untilAnswered(loan, offer);
    if (!answer) await checkExpiry(loan, applicationId, offer);
    else if (answer.name === 'acceptOffer') isAccepted = await accept(loan, applicationId);
    else await decline(loan, applicationId, answer.reason);
  }
}

function show(loan: LoanCase, offer: Offer): void {
  Object.assign(loan.facts, {
    offerAmountKobo: offer.offerAmount,
    offerMonths: offer.tenure,
    offerInterestRate: offer.interestRate,
    offerExpiresAt: offer.expiresAt,
    offerInstalmentKobo: offer.repaymentSchedule[0]?.totalDue ?? null,
  });
  loan.note('system', `Offer of ${nairaText(offer.offerAmount)} over ${offer.tenure} months`);
}

/** The answer to the offer; nothing once it has expired, and then each time that the bank is to be asked about it. */
function untilAnswered(loan: LoanCase, offer: Offer) {
  const sinceMs = sinceExpiryMs(loan, offer);
  const nextLookMs = nextWaitSeconds(cadences.expiredOffer, sinceMs / 1000) * 1000;
  return within(
    realDuration(loan.clock, sinceMs < 0 ? -sinceMs : nextLookMs),
    () => loan.commands.ask('acceptOffer', 'declineOffer'),
    'the offer expires',
  );
}

/** Business milliseconds since the offer expired; negative before. */
const sinceExpiryMs = (loan: LoanCase, { expiresAt }: Offer) =>
  businessNow(loan.clock, Date.now()) - Date.parse(expiresAt);

/** A bank that does not mark an expired offer leaves it to an officer. */
async function checkExpiry(loan: LoanCase, applicationId: string, offer: Offer): Promise<void> {
  await attempt(loan, 'Reading the application', () => leaveIfEnded(loan, applicationId));
  if (!loan.attention && sinceExpiryMs(loan, offer) >= cadences.expiredOffer.firstSeconds * 1000)
    loan.raiseAttention('the offer has expired, but the bank does not say so', [
      'acceptOffer',
      'declineOffer',
      'withdraw',
    ]);
}

async function leaveIfEnded(loan: LoanCase, applicationId: string): Promise<string> {
  const { status } = await loan.bank.routine.getLoanApplication({ applicationId });
  leaveIfClosed(loan, status);
  return status;
}

/** Whether the bank took the acceptance, now or earlier. */
const accept = (loan: LoanCase, applicationId: string): Promise<boolean> =>
  attempt(loan, 'Accepting the offer', () =>
    taken(loan, applicationId, () => loan.bank.urgent.acceptOffer({ applicationId })),
  );

async function decline(loan: LoanCase, applicationId: string, reason: DeclineReason): Promise<void> {
  const isTaken = await attempt(loan, 'Declining the offer', () =>
    taken(loan, applicationId, () =>
      loan.bank.urgent.declineOffer({ applicationId, decline_reason: reason }),
    ),
  );
  if (isTaken) loan.leave('OFFER_DECLINED', reason);
}

/** Whether the bank took an answer. When it refuses, the application tells how the offer ended, in whatever words. */
async function taken(
  loan: LoanCase,
  applicationId: string,
  answer: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await answer();
    return true;
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const status = await leaveIfEnded(loan, applicationId);
    if (status === 'OFFER_ACCEPTED') return true;
    if (isRefusal({ ...refused, message: refused.refusal }, refusals.offerExpired)) return false;
    throw error;
  }
}

/** Agrees to the terms of use: with the offer where the policy says so, else when the borrower does. */
export async function agreeToTerms(loan: LoanCase, applicationId: string): Promise<void> {
  loan.enter('TERMS');
  if (!loan.input.policy.agreeToTermsWithOffer)
    await waitFor(loan, 'TERMS', () => loan.commands.ask('agreeToTerms'));
  await attempt(loan, 'Agreeing to the terms', () => loan.bank.urgent.agreeToTerms({ applicationId }));
}
