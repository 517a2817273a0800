import { patched } from '@temporalio/workflow';
import { cadences, nextWaitSeconds } from '../../../domain/time/cadence';
import { businessNow, realDuration } from '../../../domain/time/clock';
import { ACCEPTED, leftBehind, monthsText } from '../../../domain/loan/application';
import { nairaText } from '../../../domain/money/amounts';
import type { DeclineReason } from '../../../bank/contract/codes';
import { isRefusal, refusals } from '../../../bank/contract/refusals';
import { refusalOf } from '../../case/failures';
import { unlessItStands } from '../../case/send-once';
import { attempt, waitFor, within } from '../../case/steps';
import { leaveIfClosed, type Offer } from '../decision';
import type { LoanCase } from '../loan-case';
import { gatedStep } from './steps';

/** Shows the offer and waits until it is accepted; anything else ends the application. */
export async function answerOffer(loan: LoanCase, applicationId: string, offer: Offer): Promise<void> {
  loan.enter('OFFER');
  loan.mayBeAccepted = false;
  show(loan, offer);
  loan.openOffer = applicationId;
  const { expiresAt } = offer;
  const open = { applicationId, lookFrom: expiresAt ?? loan.now(), hasExpiry: expiresAt != null };
  await waitFor(loan, 'OFFER_ANSWER', () => untilAccepted(loan, open), expiresAt ?? undefined);
  loan.openOffer = undefined;
}

interface OpenOffer {
  readonly applicationId: string;
  /** When to begin asking the bank whether it stands: at its expiry, or at once without one. ISO 8601. */
  readonly lookFrom: string;
  readonly hasExpiry: boolean;
}

async function untilAccepted(loan: LoanCase, open: OpenOffer): Promise<void> {
  const { applicationId } = open;
  let isAccepted = false;
  while (!isAccepted) {
    const answer = await untilAnswered(loan, open);
    if (!answer) await checkExpiry(loan, open);
    else if (answer.name === 'acceptOffer') isAccepted = await accept(loan, applicationId);
    else await decline(loan, applicationId, answer.reason);
  }
}

function show(loan: LoanCase, offer: Offer): void {
  const totalKobo = offer.repaymentSchedule.reduce((sum, { totalDue }) => sum + totalDue, 0);
  Object.assign(loan.facts, {
    offerAmountKobo: offer.offerAmount,
    offerMonths: offer.tenure,
    offerInterestRate: offer.interestRate,
    offerExpiresAt: offer.expiresAt ?? null,
    offerInstalmentKobo: offer.repaymentSchedule[0]?.totalDue ?? null,
    offerTotalRepaymentKobo: totalKobo > 0 ? totalKobo : null,
    offerFeeAndInterestKobo: totalKobo > 0 ? totalKobo - offer.offerAmount : null,
  });
  loan.note('system', `Offer of ${nairaText(offer.offerAmount)} over ${monthsText(offer.tenure)}`);
}

/** The answer to the offer; `undefined` each time that the bank is to be asked whether it stands. */
function untilAnswered(loan: LoanCase, open: OpenOffer) {
  const sinceMs = lookedForMs(loan, open);
  const nextLookMs = nextWaitSeconds(cadences.expiredOffer, sinceMs / 1000) * 1000;
  return within(
    realDuration(loan.clock, sinceMs < 0 ? -sinceMs : nextLookMs),
    () => loan.commands.ask('acceptOffer', 'declineOffer'),
    'the offer expires',
  );
}

/** Business milliseconds since `lookFrom`; negative before. */
const lookedForMs = (loan: LoanCase, { lookFrom }: OpenOffer) =>
  businessNow(loan.clock, Date.now()) - Date.parse(lookFrom);

/** A bank that does not mark an expired offer leaves it to an officer, and so does one that has it as accepted. */
async function checkExpiry(loan: LoanCase, open: OpenOffer): Promise<void> {
  const status = await attempt(loan, 'Reading the application', () => leaveIfEnded(loan, open.applicationId));
  if (ACCEPTED.includes(status) && patched('accepted-elsewhere')) {
    loan.mayBeAccepted = true;
    if (loan.attention?.cause !== HAS_ACCEPTED)
      loan.raiseAttention(HAS_ACCEPTED, ['acceptOffer', 'withdraw']);
    return;
  }
  const isOverdue = open.hasExpiry && lookedForMs(loan, open) >= cadences.expiredOffer.firstSeconds * 1000;
  if (!loan.attention && isOverdue)
    loan.raiseAttention('the offer has expired, but the bank does not say so', [
      'acceptOffer',
      'declineOffer',
      'closeAsExpired',
      'withdraw',
    ]);
}

const HAS_ACCEPTED = 'the bank has the offer as accepted';

async function leaveIfEnded(loan: LoanCase, applicationId: string): Promise<string> {
  const { status } = await loan.bank.routine.getLoanApplication({ applicationId });
  leaveIfClosed(loan, status);
  return status;
}

/** Whether the bank took the acceptance, now or earlier; false where it says that the offer has expired. */
export const accept = (loan: LoanCase, applicationId: string): Promise<boolean> =>
  attempt(loan, 'Accepting the offer', () =>
    unlessItStands(
      () => {
        loan.mayBeAccepted = true;
        return loan.bank.urgent.acceptOffer({ applicationId }).then(() => true);
      },
      async (refused) => {
        if (ACCEPTED.includes(await leaveIfEnded(loan, applicationId))) return true;
        loan.mayBeAccepted = false;
        return isRefusal(refused, refusals.offerExpired) ? false : undefined;
      },
    ),
  );

/** Ends the loan once the bank took the decline; if the bank has the offer as accepted, a person decides. */
async function decline(loan: LoanCase, applicationId: string, reason: DeclineReason): Promise<void> {
  const isDeclined = await attempt(loan, 'Declining the offer', () =>
    unlessItStands(
      () => loan.bank.urgent.declineOffer({ applicationId, decline_reason: reason }).then(() => true),
      async () => (ACCEPTED.includes(await leaveIfEnded(loan, applicationId)) ? false : undefined),
    ),
  );
  if (isDeclined) loan.leave('OFFER_DECLINED', reason);
  if (patched('accepted-elsewhere')) loan.mayBeAccepted = true;
  loan.raiseAttention('the offer cannot be declined: the bank has it as accepted', [
    'acceptOffer',
    'withdraw',
  ]);
}

/** Declines an offer of a loan that a person has ended. @returns what is left at the bank if that does not take the decline */
export function declineOpenOffer(loan: LoanCase, applicationId: string): Promise<string | undefined> {
  // Loans of an earlier build did not show what they waited for.
  if (!patched('decline-waited-for')) return leftAfterDecline(loan, applicationId);
  loan.isEnding = true;
  loan.applicantReturn.end();
  loan.commands.proposals.clear();
  const declined = waitFor(loan, 'OFFER_DECLINE', () => leftAfterDecline(loan, applicationId));
  return declined.finally(() => (loan.isEnding = false));
}

async function leftAfterDecline(loan: LoanCase, applicationId: string): Promise<string | undefined> {
  const { routine, urgent } = loan.bank;
  try {
    await loan.steps.run('Declining the open offer', () =>
      urgent.declineOffer({ applicationId, decline_reason: 'OTHERS' }),
    );
    return undefined;
  } catch (error) {
    const refused = refusalOf(error);
    const read = loan.steps.run('Reading the application', () =>
      routine.getLoanApplication({ applicationId }),
    );
    const status = await read.then(
      (application) => application.status,
      () => 'not told',
    );
    if (!loan.isEnding) return leftBehind(status);
    if (ACCEPTED.includes(status)) loan.mayBeAccepted = true;
    const isExpired = refused !== undefined && isRefusal(refused, refusals.offerExpired);
    return leftBehind(isExpired && status === 'HAS_OFFER' ? 'OFFER_EXPIRED' : status);
  }
}

/** Agrees to the terms of use: with the offer where the policy says so, else when the borrower does. */
export async function agreeToTerms(
  loan: LoanCase,
  applicationId: string,
  isAgreed = loan.input.policy.agreeToTermsWithOffer,
): Promise<void> {
  loan.enter('TERMS');
  if (!isAgreed) await waitFor(loan, 'TERMS', () => loan.commands.ask('agreeToTerms'));
  await attempt(loan, 'Agreeing to the terms', () =>
    gatedStep(loan, () => loan.bank.urgent.agreeToTerms({ applicationId })),
  );
}
