import { businessNow, realDuration } from '../../domain/clock';
import { nairaText } from '../../domain/money';
import type { Service } from '../../service/contract';
import type { refusals } from '../../service/contract/refusals';
import { refusalOf } from '../case/failures';
import { attempt, poll, waitFor, within } from '../case/steps';
import type { LoanCase } from './loan-case';

export type Offer = Awaited<ReturnType<Service['getOffer']>>;

const EXPIRED: typeof refusals.offerExpired.message = 'Offer has expired';

/** After the expiry the service may take a while to say so; until then it is asked again this often. */
const EXPIRY_RECHECK_MS = 3_600_000;

/** Asks for the decision and waits for it; anything but an offer ends the application. */
export async function awaitDecision(loan: LoanCase): Promise<Offer> {
  loan.file.enter('DECISION');
  const { applicationId, service } = loan;
  await attempt(loan, 'Asking for the decision', () => service.routine.startDecisioning({ applicationId }));
  const { status, declineReasons } = await waitFor(loan, 'LOAN_DECISION', () =>
    attempt(loan, 'Asking for the state of the application', () =>
      poll(loan, 'decision', (pace) => service.watch.awaitLoanDecision({ applicationId, pace })),
    ),
  );
  leaveIfClosed(loan, status, declineReasons);
  loan.offerOpen = status === 'HAS_OFFER';
  return attempt(loan, 'Fetching the offer', () => service.routine.getOffer({ applicationId }));
}

function leaveIfClosed(loan: LoanCase, status: string, reasons: readonly string[] = []): void {
  if (status === 'DECLINED') loan.leave(status, reasons.join(', ') || 'no reason given');
  if (status === 'OFFER_DECLINED') loan.leave(status, 'declined at the service');
  if (status === 'OFFER_EXPIRED') loan.leave(status, 'nobody answered the offer in time');
}

/** Shows the offer and waits for an answer until it expires. */
export async function answerOffer(loan: LoanCase, offer: Offer): Promise<void> {
  loan.file.enter('OFFER');
  show(loan, offer);
  for (;;) {
    const answer = await waitFor(loan, 'OFFER_ANSWER', () => untilExpiry(loan, offer), offer.expiresAt);
    if (!answer) await checkExpiry(loan);
    else if (answer.name === 'declineOffer') await decline(loan, answer.reason);
    else if (await accept(loan)) return;
  }
}

function show({ file }: LoanCase, offer: Offer): void {
  const terms = {
    offerAmountKobo: offer.offerAmount,
    offerMonths: offer.tenure,
    offerInterestRate: offer.interestRate,
    offerExpiresAt: offer.expiresAt,
    offerInstalmentKobo: offer.repaymentSchedule[0]?.totalDue ?? null,
  };
  Object.assign(file.facts, terms);
  file.note('system', `Offer of ${nairaText(offer.offerAmount)} over ${offer.tenure} months`);
}

function untilExpiry(loan: LoanCase, offer: Offer) {
  const { clock } = loan.file;
  const left = Date.parse(offer.expiresAt) - businessNow(clock, Date.now());
  loan.offerOpen = true;
  return within(
    realDuration(clock, left > 0 ? left : EXPIRY_RECHECK_MS),
    () => loan.desk.ask('acceptOffer', 'declineOffer'),
    'the offer expires',
  );
}

async function checkExpiry(loan: LoanCase): Promise<void> {
  const { applicationId, service } = loan;
  const { status } = await attempt(loan, 'Reading the application', () =>
    service.routine.getLoanApplication({ applicationId }),
  );
  leaveIfClosed(loan, status);
}

/** Whether the offer is accepted now. */
async function accept(loan: LoanCase): Promise<boolean> {
  const { applicationId, service } = loan;
  const taken = await answered(loan, 'Accepting the offer', () =>
    service.urgent.acceptOffer({ applicationId }),
  );
  if (taken) loan.offerOpen = false;
  return taken;
}

/** Whether the service took an answer; when it refuses because of the expiry, the application tells how it ended. */
async function answered(loan: LoanCase, what: string, answer: () => Promise<unknown>): Promise<boolean> {
  const taken = await attempt(loan, what, async () => {
    try {
      await answer();
      return true;
    } catch (error) {
      if (refusalOf(error)?.refusal === EXPIRED) return false;
      throw error;
    }
  });
  if (!taken) await checkExpiry(loan);
  return taken;
}

async function decline(
  loan: LoanCase,
  reason: Parameters<Service['declineOffer']>[0]['decline_reason'],
): Promise<void> {
  const { applicationId, service } = loan;
  const taken = await answered(loan, 'Declining the offer', () =>
    service.urgent.declineOffer({ applicationId, decline_reason: reason }),
  );
  if (taken) loan.leave('OFFER_DECLINED', reason);
}

/** Agrees to the terms of use: with the offer where the policy says so, else when somebody does. */
export async function agreeToTerms(loan: LoanCase): Promise<void> {
  loan.file.enter('TERMS');
  const { applicationId, service } = loan;
  if (!loan.input.policy.agreeToTermsWithOffer)
    await waitFor(loan, 'TERMS', () => loan.desk.ask('agreeToTerms'));
  await attempt(loan, 'Agreeing to the terms', () => service.urgent.agreeToTerms({ applicationId }));
}
