import { condition, startChild, ParentClosePolicy } from '@temporalio/workflow';
import type { Command } from '../../domain/commands';
import type { LoanCommands } from '../../domain/loan-commands';
import { isRegistered } from '../../domain/loan-documents';
import { workflowIds } from '../../domain/references';
import type { Service } from '../../service/contract';
import type { refusals } from '../../service/contract/refusals';
import { refusalOf } from '../case/failures';
import { attempt, poll, sendOnce, waitFor, within } from '../case/steps';
import type { repaymentWorkflow } from '../repayment';
import type { LoanResult } from '../results';
import { Skipped, type LoanCase } from './loan-case';
import { agreeToTerms, answerOffer } from './offer';

type Refused<K extends keyof typeof refusals> = (typeof refusals)[K]['message'];

/** Each gate of the post-offer KYC by the refusal that shows it, with the step that satisfies it. */
const gates: Record<string, (loan: LoanCase) => Promise<unknown>> = {
  ['Please agree to terms of use before proceeding' satisfies Refused<'gateTerms'>]: agreeToTerms,
  ['Please accept your loan offer before proceeding' satisfies Refused<'gateOffer'>]: acceptAgain,
  ['Please upload your board resolution document before proceeding' satisfies Refused<'gateBoardResolution'>]:
    resolveBoard,
  ['Please address the admin review feedback on your board resolution document' satisfies Refused<'gateBoardResolutionReview'>]:
    replaceBoardResolution,
  ['Please address the admin review feedback on your guarantor document' satisfies Refused<'gateGuarantor'>]:
    nameGuarantor,
};

/** Hands in the board resolution where the kind of business needs one. */
export async function resolveBoardIfNeeded(loan: LoanCase): Promise<void> {
  if (isRegistered(loan.input.underwriting)) await resolveBoard(loan);
}

async function resolveBoard(loan: LoanCase): Promise<void> {
  loan.file.enter('BOARD_RESOLUTION');
  await unlessSkipped(async () => {
    const url = await boardResolutionUrl(loan);
    const { applicationId, service } = loan;
    await attempt(loan, 'Handing in the board resolution', () =>
      service.urgent.submitBoardResolution({ applicationId, board_resolution_url: url }),
    );
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

async function unlessSkipped(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
  }
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

type Guarantor = Command<LoanCommands, 'addGuarantor'>;

async function nameGuarantor(loan: LoanCase): Promise<void> {
  loan.file.enter('GUARANTOR');
  await unlessSkipped(async () => {
    const guarantor = await waitFor(loan, 'GUARANTOR', () => loan.desk.ask('addGuarantor', 'skip'));
    if (guarantor.name === 'addGuarantor') await invite(loan, guarantor);
  });
}

async function invite(loan: LoanCase, { firstName, lastName, phone, email }: Guarantor): Promise<void> {
  const { applicationId, service } = loan;
  const find = async () =>
    (await service.routine.listGuarantors({ applicationId })).find((invited) => invited.email === email);
  const send = () =>
    service.once.inviteGuarantor({ applicationId, first_name: firstName, last_name: lastName, phone, email });
  await attempt(loan, 'Inviting the guarantor', () => sendOnce(loan, { send, find }));
}

/** Sets the account the loan is paid into, once its holder's name is known. */
async function setDisbursementAccount(loan: LoanCase): Promise<void> {
  const account = loan.input.disbursementAccount;
  if (!account) return;
  const { applicationId, service } = loan;
  const target = { account_number: account.accountNumber, bank_code: account.bankCode };
  await attempt(loan, 'Setting the disbursement account', async () => {
    await service.routine.resolveAccount(target);
    await service.urgent.setDisbursementAccount({ applicationId, ...target });
  });
}

/** Completes the steps after the offer, satisfying each gate that the service shows by refusing. */
async function passPostOfferKyc(loan: LoanCase): Promise<void> {
  const { applicationId, service } = loan;
  for (;;) {
    loan.file.enter('POST_OFFER_KYC');
    const gate = await attempt(loan, 'Completing the post-offer KYC', () =>
      untilGate(() => service.urgent.submitPostOfferKyc({ applicationId })),
    );
    if (!gate) return;
    await gate(loan);
  }
}

/** The step that a refusal asks for; nothing when there was no refusal. */
async function untilGate(submit: () => ReturnType<Service['submitPostOfferKyc']>) {
  try {
    await submit();
    return undefined;
  } catch (error) {
    const gate = gates[refusalOf(error)?.refusal ?? ''];
    if (!gate) throw error;
    return gate;
  }
}

/** Completes the post-offer KYC and waits until the provider has disbursed; a failed review sends it back. */
export async function awaitDisbursement(loan: LoanCase): Promise<string> {
  const { applicationId, service } = loan;
  await setDisbursementAccount(loan);
  for (;;) {
    await passPostOfferKyc(loan);
    loan.file.enter('DISBURSEMENT');
    const outcome = await waitFor(loan, 'DISBURSEMENT', () =>
      attempt(loan, 'Asking for the disbursement', () =>
        poll(loan, 'disbursement', (pace) => service.routine.awaitDisbursement({ applicationId, pace })),
      ),
    );
    if (outcome.status === 'DISBURSED') return outcome.loanId;
    if (outcome.status !== 'SENT_BACK') return loan.leave(outcome.status, 'closed by the provider');
    loan.file.note('system', 'The provider sent the application back');
  }
}

/** Starts the repayment, which lives on its own, and ends the application. */
export async function handOverToRepayment(loan: LoanCase, loanId: string): Promise<LoanResult> {
  loan.learn({ loanId });
  const { reference, policy, clock } = loan.input;
  const repaymentWorkflowId = workflowIds.repayment(loanId);
  const customerId = String(loan.file.facts.customerId);
  await startChild<typeof repaymentWorkflow>('repaymentWorkflow', {
    workflowId: repaymentWorkflowId,
    args: [
      {
        loanReference: reference,
        loanId,
        customerId,
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
