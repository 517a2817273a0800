import { condition, ParentClosePolicy, startChild } from '@temporalio/workflow';
import { usualMandate } from '../../../domain/repayment/charge';
import { workflowIds } from '../../../domain/wire/workflow-ids';
import { workflowTypes } from '../../../domain/wire/workflow-types';
import { firstOf } from '../../case/races';
import { attempt, poll, waitFor } from '../../case/steps';
import type { repaymentWorkflow } from '../../repayment/workflow';
import type { RepaymentPolicy } from '../../../input/loan-input';
import type { LoanResult } from '../../results';
import { vouched } from '../../succession';
import { toldEarlier } from './disbursement-account';
import type { Borrower } from '../enrolment';
import type { LoanCase } from '../loan-case';
import { isGateShut, passPostOfferKyc } from './post-offer-kyc';

/** Completes the post-offer KYC until the provider has disbursed; a failed review sends it back. The loan's id. */
export async function awaitDisbursement(loan: LoanCase, applicationId: string): Promise<string> {
  const { progress } = loan;
  let loanId: string | undefined;
  let paidInto = toldEarlier(loan);
  const pass = async () => void (paidInto = await passPostOfferKyc(loan, applicationId, paidInto));
  while (loanId === undefined) {
    await progress.once(KYC, pass);
    loanId = await disbursed(loan, applicationId);
    progress.forget(KYC);
  }
  return loanId;
}

const KYC = 'post-offer KYC';

/** The id of the disbursed loan; nothing when the provider sent the application back. */
async function disbursed(loan: LoanCase, applicationId: string): Promise<string | undefined> {
  loan.enter('DISBURSEMENT');
  const outcome = await waitFor(loan, 'DISBURSEMENT', () =>
    firstOf(
      () =>
        attempt(loan, 'Asking for the disbursement', () =>
          poll(loan, 'disbursement', (pace) => loan.bank.watch.awaitDisbursement({ applicationId, pace })),
        ),
      () => loan.untilShownDisbursed().then((loanId) => ({ status: 'DISBURSED', loanId }) as const),
      () => untilSentBackUnseen(loan, applicationId).then(() => ({ status: 'SENT_BACK' }) as const),
    ),
  );
  if (outcome.status === 'DISBURSED') return outcome.loanId;
  if (outcome.status !== 'SENT_BACK') return loan.leave(outcome.status, 'closed by the provider');
  loan.setMayBeDisbursed(false);
  loan.note('system', 'The provider sent the application back');
  return undefined;
}

/** Ends when a disbursement takes too long because the bank, asked once more, wants a step done again. */
async function untilSentBackUnseen(loan: LoanCase, applicationId: string): Promise<void> {
  await condition(() => loan.attention !== undefined && loan.commands.proposals.length === 0);
  if (!(await isGateShut(loan, applicationId))) await condition(() => false);
}

/** Starts the repayment, which lives on its own, and ends the application. */
export async function handOverToRepayment(
  loan: LoanCase,
  { customerId, accountId }: Borrower,
  loanId: string,
): Promise<LoanResult> {
  loan.show({ loanId });
  const { reference, policy, clock, lending, application } = loan.input;
  const { offerAmountKobo } = loan.facts;
  const repaymentWorkflowId = workflowIds.repayment(loanId);
  const input = {
    loanReference: reference,
    loanId,
    customerId,
    ...(accountId !== undefined && { accountId }),
    ...(typeof offerAmountKobo === 'number' && { disbursedKobo: offerAmountKobo }),
    policy: withMandate(policy.repayment, application.amountKobo),
    lending,
    clock,
    deadlines: policy.deadlines,
  };
  await startChild<typeof repaymentWorkflow>(workflowTypes.repayment, {
    workflowId: repaymentWorkflowId,
    args: (await vouched(loan.commands.acts.root, [{ workflowId: repaymentWorkflowId, input }])) as [
      typeof input,
    ],
    parentClosePolicy: ParentClosePolicy.ABANDON,
    staticSummary: `Repayment of loan ${reference}`,
  });
  return loan.disbursed(repaymentWorkflowId);
}

const withMandate = (policy: RepaymentPolicy, loanKobo: number): RepaymentPolicy =>
  policy.mode === 'charge' ? { ...policy, mandate: policy.mandate ?? usualMandate(loanKobo) } : policy;
