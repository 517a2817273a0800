import { condition, startChild, ParentClosePolicy } from '@temporalio/workflow';
import { isRegistered } from '../../domain/loan-documents';
import { workflowIds } from '../../domain/references';
import type { refusals } from '../../service/contract/refusals';
import { refusalOf } from '../case/failures';
import { attempt, poll, waitFor, within } from '../case/steps';
import type { repaymentWorkflow } from '../repayment';
import type { LoanResult } from '../results';
import { nameGuarantor } from './guarantor';
import { Skipped, unlessSkipped, type LoanCase } from './loan-case';
import { agreeToTerms, answerOffer } from './offer';

type Refused<K extends keyof typeof refusals> = (typeof refusals)[K]['message'];

/** What the service wants before the post-offer KYC, and the step that satisfies it. */
interface Gate {
  readonly refusal: string;
  readonly satisfy: (loan: LoanCase) => Promise<unknown>;
}

/** Each gate by the refusal that shows it. */
const gates: readonly Gate[] = [
  {
    refusal: 'Please agree to terms of use before proceeding' satisfies Refused<'gateTerms'>,
    satisfy: agreeToTerms,
  },
  {
    refusal: 'Please accept your loan offer before proceeding' satisfies Refused<'gateOffer'>,
    satisfy: acceptAgain,
  },
  {
    refusal:
      'Please upload your board resolution document before proceeding' satisfies Refused<'gateBoardResolution'>,
    satisfy: resolveBoard,
  },
  {
    refusal:
      'Please address the admin review feedback on your board resolution document' satisfies Refused<'gateBoardResolutionReview'>,
    satisfy: replaceBoardResolution,
  },
  {
    refusal:
      'Please address the admin review feedback on your guarantor document' satisfies Refused<'gateGuarantor'>,
    satisfy: nameGuarantor,
  },
];

/** Hands in the board resolution where the kind of business needs one. */
export async function resolveBoardIfNeeded(loan: LoanCase): Promise<void> {
  if (isRegistered(loan.input.underwriting)) await resolveBoard(loan);
}

async function resolveBoard(loan: LoanCase): Promise<void> {
  loan.file.enter('BOARD_RESOLUTION');
  await unlessSkipped(async () => {
    const { applicationId, service } = loan;
    await attempt(loan, 'Handing in the board resolution', async () => {
      const url = await boardResolutionUrl(loan);
      await service.urgent.submitBoardResolution({ applicationId, board_resolution_url: url });
    });
  });
}

/** Where the service keeps the board resolution, once there is one. */
async function boardResolutionUrl(loan: LoanCase): Promise<string> {
  const url = () => loan.documents.url('BOARD_RESOLUTION_DOC');
  if (url() === undefined)
    await waitFor(loan, 'BOARD_RESOLUTION', () =>
      within(Infinity, () => Promise.race([condition(() => url() !== undefined), skipped(loan)])),
    );
  return url() ?? '';
}

async function skipped(loan: LoanCase): Promise<never> {
  await loan.desk.ask('skip');
  throw new Skipped();
}

async function replaceBoardResolution(loan: LoanCase): Promise<void> {
  loan.documents.reject('BOARD_RESOLUTION_DOC', 'the review by the provider failed');
  await resolveBoard(loan);
}

async function acceptAgain(loan: LoanCase): Promise<void> {
  const { applicationId, service } = loan;
  await answerOffer(
    loan,
    await attempt(loan, 'Fetching the offer', () => service.routine.getOffer({ applicationId })),
  );
}

/** Sets the account the loan is paid into, once its holder's name is known; until now it could still be changed. */
async function setDisbursementAccount(loan: LoanCase): Promise<void> {
  const { applicationId, service } = loan;
  while (loan.input.disbursementAccount !== loan.paidInto)
    await attempt(loan, 'Setting the disbursement account', async () => {
      const account = loan.input.disbursementAccount;
      if (!account) return;
      const target = { account_number: account.accountNumber, bank_code: account.bankCode };
      await service.routine.resolveAccount(target);
      await service.urgent.setDisbursementAccount({ applicationId, ...target });
      loan.paidInto = account;
    });
}

/** Completes the steps after the offer, satisfying each gate that the service shows by refusing. */
async function passPostOfferKyc(loan: LoanCase): Promise<void> {
  for (let last: Gate | undefined; ;) {
    await setDisbursementAccount(loan);
    loan.file.enter('POST_OFFER_KYC');
    const gate = await attempt(loan, 'Completing the post-offer KYC', () => submitOrGate(loan));
    if (!gate) return;
    if (gate === last) await askAboutGate(loan, gate);
    await gate.satisfy(loan);
    last = gate;
  }
}

/** A gate that is shut although its step was done: trying on and on would only cost calls. */
async function askAboutGate(loan: LoanCase, { refusal }: Gate): Promise<void> {
  loan.file.raiseAttention(
    `Completing the post-offer KYC: the service still says "${refusal}"`,
    loan.remedies,
  );
  await loan.askForRetry();
  loan.file.settleAttention();
}

/** The gate that a refusal shows; nothing when there was no refusal. */
async function submitOrGate(loan: LoanCase): Promise<Gate | undefined> {
  const { applicationId, service } = loan;
  loan.mayBeDisbursed = true;
  try {
    await service.urgent.submitPostOfferKyc({ applicationId });
    return undefined;
  } catch (error) {
    const refused = refusalOf(error);
    if (refused) loan.mayBeDisbursed = false;
    const gate = gates.find(({ refusal }) => refusal === refused?.refusal);
    if (!gate) throw error;
    return gate;
  }
}

/** Completes the post-offer KYC and waits until the provider has disbursed; a failed review sends it back. */
export async function awaitDisbursement(loan: LoanCase): Promise<string> {
  const { applicationId, service } = loan;
  for (;;) {
    await passPostOfferKyc(loan);
    loan.file.enter('DISBURSEMENT');
    const outcome = await waitFor(loan, 'DISBURSEMENT', () =>
      attempt(loan, 'Asking for the disbursement', () =>
        poll(loan, 'disbursement', (pace) => service.watch.awaitDisbursement({ applicationId, pace })),
      ),
    );
    if (outcome.status === 'DISBURSED') return outcome.loanId;
    if (outcome.status !== 'SENT_BACK') return loan.leave(outcome.status, 'closed by the provider');
    loan.mayBeDisbursed = false;
    loan.file.note('system', 'The provider sent the application back');
  }
}

/** Starts the repayment, which lives on its own, and ends the application. */
export async function handOverToRepayment(loan: LoanCase, loanId: string): Promise<LoanResult> {
  loan.learn({ loanId });
  const { reference, policy, clock } = loan.input;
  const repaymentWorkflowId = workflowIds.repayment(loanId);
  const customerId = String(loan.file.facts.customerId);
  const { accountId } = loan.file.facts;
  await startChild<typeof repaymentWorkflow>('repaymentWorkflow', {
    workflowId: repaymentWorkflowId,
    args: [
      {
        loanReference: reference,
        loanId,
        customerId,
        ...(typeof accountId === 'string' && { accountId }),
        policy: policy.repayment,
        clock,
        deadlines: policy.deadlines,
      },
    ],
    parentClosePolicy: ParentClosePolicy.ABANDON,
    staticSummary: `Repayment of loan ${reference}`,
  });
  loan.file.enter('DISBURSED');
  return loan.result('DISBURSED', { repaymentWorkflowId });
}
