import { isRefusal, refusals, type Refusal } from '../../../bank/contract/refusals';
import { refusalOf } from '../../case/failures';
import { attempt } from '../../case/steps';
import { replaceBoardResolution, resolveBoard } from './board-resolution';
import { fetchOffer } from '../decision';
import { setDisbursementAccount, type DisbursementAccount } from './disbursement-account';
import { nameGuarantor } from './guarantor';
import type { LoanCase } from '../loan-case';
import { agreeToTerms, answerOffer } from './offer';

/** What the bank wants before the post-offer KYC, by the refusal that shows it, and the step that satisfies it. */
interface Gate {
  readonly shownBy: Refusal;
  readonly satisfy: (loan: LoanCase, applicationId: string) => Promise<unknown>;
}

const gates: readonly Gate[] = [
  { shownBy: refusals.gateTerms, satisfy: agreeToTerms },
  { shownBy: refusals.gateOffer, satisfy: answerAgain },
  { shownBy: refusals.gateBoardResolution, satisfy: resolveBoard },
  { shownBy: refusals.gateBoardResolutionReview, satisfy: replaceBoardResolution },
  { shownBy: refusals.gateGuarantor, satisfy: nameGuarantor },
];

/**
 * Completes the steps after the offer, satisfying each gate that the bank shows by refusing. `paidInto` is the account
 * that the bank was told before; the one it was told last comes back.
 */
export async function passPostOfferKyc(
  loan: LoanCase,
  applicationId: string,
  paidInto: DisbursementAccount,
): Promise<DisbursementAccount> {
  let account = await setDisbursementAccount(loan, applicationId, paidInto);
  let gate = await submit(loan, applicationId);
  while (gate) {
    await gate.satisfy(loan, applicationId);
    account = await setDisbursementAccount(loan, applicationId, account);
    const next = await submit(loan, applicationId);
    if (next === gate) await askAboutGate(loan, gate);
    gate = next;
  }
  return account;
}

/** A gate that is shut although its step was done: trying on and on would only cost calls. */
async function askAboutGate(loan: LoanCase, { shownBy }: Gate): Promise<void> {
  const cause = `Completing the post-offer KYC: the bank still says "${shownBy.message}"`;
  loan.raiseAttention(cause, loan.remedies);
  await loan.askForRetry();
}

/** Submits the post-offer KYC; the gate that a refusal shows, nothing when the bank took it. */
function submit(loan: LoanCase, applicationId: string): Promise<Gate | undefined> {
  loan.enter('POST_OFFER_KYC');
  return attempt(loan, 'Completing the post-offer KYC', async () => {
    loan.setMayBeDisbursed(true);
    try {
      await loan.bank.urgent.submitPostOfferKyc({ applicationId });
      return undefined;
    } catch (error) {
      if (refusalOf(error)) loan.setMayBeDisbursed(false);
      return gateShownBy(error);
    }
  });
}

/** @throws the error itself where it shows no gate. */
function gateShownBy(error: unknown): Gate {
  const refused = refusalOf(error);
  const gate =
    refused && gates.find(({ shownBy }) => isRefusal({ ...refused, message: refused.refusal }, shownBy));
  if (!gate) throw error;
  return gate;
}

async function answerAgain(loan: LoanCase, applicationId: string): Promise<void> {
  await answerOffer(loan, applicationId, await fetchOffer(loan, applicationId));
}
