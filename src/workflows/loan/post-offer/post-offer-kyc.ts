import { condition } from '@temporalio/workflow';
import {
  isInOtherWords,
  isRefusal,
  refusals,
  type Refusal,
  type Refused,
} from '../../../bank/contract/refusals';
import type { Command } from '../../../domain/case/commands';
import { ACCEPTED } from '../../../domain/loan/application';
import type { LoanCommands } from '../../../domain/loan/commands';
import { masked } from '../../../domain/names/personal-data';
import { refusalOf } from '../../case/failures';
import { unlessItStands } from '../../case/send-once';
import { attempt, firstOf, type Steerable } from '../../case/steps';
import { BOARD_RESOLUTION, replaceBoardResolution, resolveBoard } from './board-resolution';
import { fetchOffer } from '../decision';
import { setDisbursementAccount, type DisbursementAccount } from './disbursement-account';
import { nameGuarantor } from './guarantor';
import type { LoanCase } from '../loan-case';
import { accept, agreeToTerms, answerOffer } from './offer';

type Given<N extends keyof LoanCommands> = Command<LoanCommands, N>;

/** The command by which a person names the gate; its step is carried out with the command's fields. */
type Choice =
  | Given<'agreeToTerms'>
  | Given<'acceptOffer'>
  | Given<'addGuarantor'>
  | { readonly name: 'submitBoardResolution' };

/** A condition for the post-offer KYC, with the refusal that shows it and the step that satisfies it. */
interface Gate {
  readonly shownBy: Refusal;
  readonly chosenBy?: Choice['name'];
  /** Matches refusals in other words that mean this gate; left out if no word tells. */
  readonly about?: RegExp;
  /** Whether a refusal in other words can mean it; when left out, it always can. */
  readonly isPossible?: (loan: LoanCase) => boolean;
  readonly satisfy: (loan: LoanCase, applicationId: string, given?: Choice) => Promise<unknown>;
}

const gates: readonly Gate[] = [
  {
    shownBy: refusals.gateTerms,
    chosenBy: 'agreeToTerms',
    about: /\bterms\b/i,
    satisfy: (loan, applicationId, given) => agreeToTerms(loan, applicationId, given && true),
  },
  {
    shownBy: refusals.gateOffer,
    chosenBy: 'acceptOffer',
    about: /(?<!post[- ])\boffer\b/i,
    satisfy: answerAgain,
  },
  {
    shownBy: refusals.gateBoardResolution,
    chosenBy: 'submitBoardResolution',
    about: /\bboard\b/i,
    // Once it is handed in, a person must read what the bank wants of it.
    isPossible: ({ documents }) => documents.url(BOARD_RESOLUTION) === undefined,
    satisfy: resolveBoard,
  },
  { shownBy: refusals.gateBoardResolutionReview, satisfy: replaceBoardResolution },
  {
    shownBy: refusals.gateGuarantor,
    chosenBy: 'addGuarantor',
    about: /\bguarant/i,
    satisfy: (loan, applicationId, given) =>
      nameGuarantor(loan, applicationId, given?.name === 'addGuarantor' ? given : undefined),
  },
];

interface ShutGate {
  readonly gate: Gate;
  readonly words: string;
  /** The answer by which a person has chosen it. */
  readonly given?: Choice;
}

/** A person's answer to a refusal that shows no gate, or a satisfied one; `undefined` to try again. */
type Said = ShutGate | 'skipped' | undefined;

const HELPING = [
  'retry',
  'agreeToTerms',
  'acceptOffer',
  'submitBoardResolution',
  'addGuarantor',
  'skip',
  'withdraw',
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
  let account = paidInto;
  let before: ShutGate | undefined;
  for (;;) {
    account = await decidedAccount(loan, applicationId, account);
    const shut = await submit(loan, applicationId);
    if (!shut) return account;
    const isAgain = !shut.given && shut.gate === before?.gate;
    const said = isAgain ? await saidAboutGate(loan, shut) : undefined;
    if (said === 'skipped') return account;
    const { gate, given } = said ?? shut;
    await gate.satisfy(loan, applicationId, given);
    before = shut;
  }
}

/** The account that the bank was told last, once nobody has to agree to another one. */
async function decidedAccount(
  loan: LoanCase,
  applicationId: string,
  before: DisbursementAccount,
): Promise<DisbursementAccount> {
  let account = await setDisbursementAccount(loan, applicationId, before);
  while (loan.isAccountFirst && loan.isAccountProposed) {
    await condition(() => !loan.isAccountProposed);
    account = await setDisbursementAccount(loan, applicationId, account);
  }
  return account;
}

/** Asks a person about a gate that is shut although its step was done: retrying would only cost calls. */
async function saidAboutGate(loan: LoanCase, { words }: ShutGate): Promise<Said> {
  loan.raiseAttention(`Completing the post-offer KYC: the bank still says "${masked(words)}"`, HELPING);
  const said = await saidByPerson(loan);
  loan.settleAttention();
  return said;
}

/** A person names the gate, by its command or a new board resolution, or wants it retried or skipped. */
async function saidByPerson(loan: LoanCase): Promise<Said> {
  const url = () => loan.documents.url(BOARD_RESOLUTION);
  const answer = await firstOf(
    () => loan.commands.ask('retry', 'agreeToTerms', 'acceptOffer', 'addGuarantor', 'skip'),
    async () => {
      await condition(() => url() === undefined);
      await condition(() => url() !== undefined);
      return { name: 'submitBoardResolution' } as const;
    },
  );
  if (answer.name === 'retry') return undefined;
  if (answer.name === 'skip') {
    loan.mayBeDisbursed = true;
    loan.applicantReturn.endAsDisbursed();
    return 'skipped';
  }
  const gate = gates.find(({ chosenBy }) => chosenBy === answer.name);
  return gate && { gate, words: '', given: answer };
}

/** Submits the post-offer KYC. @returns the gate that a refusal or a person names; `undefined` if taken */
function submit(loan: LoanCase, applicationId: string): Promise<ShutGate | undefined> {
  loan.enter('POST_OFFER_KYC');
  let said: Said;
  const asking: Steerable = {
    owner: loan,
    remedies: HELPING,
    async askForRetry() {
      said = await saidByPerson(loan);
    },
  };
  return attempt(asking, 'Completing the post-offer KYC', async () => {
    if (said) return said === 'skipped' ? undefined : said;
    loan.mayBeDisbursed = true;
    const shut = await unlessItStands<ShutGate | 'taken'>(
      () => loan.bank.urgent.submitPostOfferKyc({ applicationId }).then(() => 'taken' as const),
      async (refused) => {
        loan.mayBeDisbursed = false;
        const gate = gateShownBy(loan, refused);
        if (gate) return { gate, words: refused.refusal };
        if (!isInOtherWords(refused) || !(await isSaved(loan, applicationId))) return undefined;
        loan.mayBeDisbursed = true;
        return 'taken';
      },
    );
    return shut === 'taken' ? undefined : shut;
  });
}

async function isSaved({ bank }: LoanCase, applicationId: string): Promise<boolean> {
  const { status, offer_status } = await bank.routine.getLoanApplication({ applicationId });
  return offer_status === 'POST_OFFER_KYC' || (ACCEPTED.includes(status) && status !== 'OFFER_ACCEPTED');
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

/** The gate that a refusal shows, by its documented sentence or by the only gate that its words mention. */
function gateShownBy(loan: LoanCase, refused: Refused): Gate | undefined {
  const documented = gates.find(({ shownBy }) => isRefusal(refused, shownBy));
  if (documented || !isInOtherWords(refused)) return documented;
  const [gate, ...others] = gates.filter(({ about }) => about?.test(refused.refusal));
  return others.length === 0 && gate?.isPossible?.(loan) !== false ? gate : undefined;
}

async function answerAgain(loan: LoanCase, applicationId: string, given?: Choice): Promise<void> {
  if (given) {
    loan.enter('OFFER');
    if (await accept(loan, applicationId)) return;
  }
  await answerOffer(loan, applicationId, await fetchOffer(loan, applicationId));
}
