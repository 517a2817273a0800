import { isRefusal, refusals, type Refusal } from '../../../bank/contract/refusals';
import { masked } from '../../../domain/names/personal-data';
import { isInOtherWords, refusalOf, type Refusal as Refused } from '../../case/failures';
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
  /** What a refusal in other words is about when it means this gate; left out where no word tells. */
  readonly about?: RegExp;
  /** Whether a refusal in other words can mean it; when left out, it always can. */
  readonly isPossible?: (loan: LoanCase) => boolean;
  readonly satisfy: (loan: LoanCase, applicationId: string) => Promise<unknown>;
}

const gates: readonly Gate[] = [
  { shownBy: refusals.gateTerms, about: /\bterms\b/i, satisfy: agreeToTerms },
  { shownBy: refusals.gateOffer, about: /(?<!post[- ])\boffer\b/i, satisfy: answerAgain },
  {
    shownBy: refusals.gateBoardResolution,
    about: /\bboard\b/i,
    // Once it is handed in, a person must read what the bank wants of it.
    isPossible: ({ documents }) => documents.url('BOARD_RESOLUTION_DOC') === undefined,
    satisfy: resolveBoard,
  },
  { shownBy: refusals.gateBoardResolutionReview, satisfy: replaceBoardResolution },
  { shownBy: refusals.gateGuarantor, about: /\bguarant/i, satisfy: nameGuarantor },
];

/** A gate that a refusal shows, by its place in the table, and what the bank said. */
interface ShutGate {
  readonly place: number;
  readonly words: string;
  /** Whether it is shut although its step was done. */
  readonly isAgain?: boolean;
}

const SHUT = 'post-offer KYC: gate';
const ASKED = 'post-offer KYC: asked about the gate';
const SATISFIED = 'post-offer KYC: gate satisfied';

/**
 * Completes the steps after the offer, satisfying each gate that the bank shows by refusing. `paidInto` is the account
 * that the bank was told before; the one it was told last comes back.
 */
export async function passPostOfferKyc(
  loan: LoanCase,
  applicationId: string,
  paidInto: DisbursementAccount,
): Promise<DisbursementAccount> {
  const { progress } = loan;
  let account = paidInto;
  const resubmit = async (before?: ShutGate) => {
    account = await setDisbursementAccount(loan, applicationId, account);
    const next = await submit(loan, applicationId);
    progress.forget(SHUT, ASKED, SATISFIED);
    if (next) progress.record(SHUT, { ...next, isAgain: next.place === before?.place });
    return progress.latest(SHUT) as ShutGate | undefined;
  };
  let shut = (progress.takeUp(SHUT) as ShutGate | undefined) ?? (await resubmit());
  while (shut) {
    await passed(loan, applicationId, shut);
    shut = await resubmit(shut);
  }
  return account;
}

/** Satisfies a gate; a person looks first at a gate that is shut although its step was done. */
async function passed(loan: LoanCase, applicationId: string, shut: ShutGate): Promise<void> {
  const { progress } = loan;
  if (shut.isAgain) await progress.once(ASKED, () => askAboutGate(loan, shut));
  await progress.once(SATISFIED, async () => {
    await gates[shut.place]?.satisfy(loan, applicationId);
  });
}

/** A gate that is shut although its step was done: trying on and on would only cost calls. */
async function askAboutGate(loan: LoanCase, { words }: ShutGate): Promise<void> {
  loan.raiseAttention(`Completing the post-offer KYC: the bank still says "${masked(words)}"`, loan.remedies);
  await loan.askForRetry();
}

/** Submits the post-offer KYC; the gate that a refusal shows, nothing when the bank took it. */
function submit(loan: LoanCase, applicationId: string): Promise<ShutGate | undefined> {
  loan.enter('POST_OFFER_KYC');
  return attempt(loan, 'Completing the post-offer KYC', async () => {
    loan.setMayBeDisbursed(true);
    try {
      await loan.bank.urgent.submitPostOfferKyc({ applicationId });
      return undefined;
    } catch (error) {
      const refused = refusalOf(error);
      if (refused) loan.setMayBeDisbursed(false);
      const gate = refused && gateShownBy(loan, refused);
      if (!gate) throw error;
      return { place: gates.indexOf(gate), words: refused.refusal };
    }
  });
}

/** Whether the bank refuses a post-offer KYC that it took before: a review that failed may show only so. */
export async function isGateShut(loan: LoanCase, applicationId: string): Promise<boolean> {
  try {
    await loan.bank.urgent.submitPostOfferKyc({ applicationId });
    return false;
  } catch (error) {
    const refused = refusalOf(error);
    return refused !== undefined && gateShownBy(loan, refused) !== undefined;
  }
}

/** The gate that a refusal shows, by its documented sentence or, in other words, by the only thing that it is about. */
function gateShownBy(loan: LoanCase, refused: Refused): Gate | undefined {
  const message = refused.refusal;
  const documented = gates.find(({ shownBy }) => isRefusal({ ...refused, message }, shownBy));
  if (documented || !isInOtherWords(refused)) return documented;
  const [gate, ...others] = gates.filter(({ about }) => about?.test(message));
  return others.length === 0 && gate?.isPossible?.(loan) !== false ? gate : undefined;
}

async function answerAgain(loan: LoanCase, applicationId: string): Promise<void> {
  const { progress } = loan;
  const offer = await progress.once(OFFER, () => fetchOffer(loan, applicationId));
  await answerOffer(loan, applicationId, offer);
  progress.forget(OFFER);
}

const OFFER = 'post-offer KYC: offer';
