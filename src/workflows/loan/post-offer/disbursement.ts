import { condition, isCancellation, ParentClosePolicy, patched, startChild } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { doubtOf, mayInsist, usualMandate, type LoansNamed } from '../../../domain/loan/disbursement';
import { caseId } from '../../../domain/wire/workflow-ids';
import { workflowTypes } from '../../../domain/wire/workflow-types';
import { CaseExit } from '../../case/run-case';
import { attempt, firstOf, poll, waitFor } from '../../case/steps';
import type { RepaymentInput } from '../../repayment/repayment-case';
import type { repaymentWorkflow } from '../../repayment/workflow';
import type { RepaymentPolicy } from '../../../domain/loan/input';
import { vouched } from '../../activity-proxies';
import type { DisbursementAccount } from './disbursement-account';
import type { Borrower } from '../enrolment';
import type { LoanCase } from '../loan-case';
import { isGateShut, passPostOfferKyc } from './post-offer-kyc';
import type { LoanResult } from '../../../domain/loan/stages';

/** Completes post-offer KYC until disbursed and the repayment is followed; a failed review sends it back. */
export async function awaitDisbursement(
  loan: LoanCase,
  applicationId: string,
  borrower: Borrower,
): Promise<LoanResult> {
  let paidInto: DisbursementAccount;
  for (;;) {
    paidInto = await passPostOfferKyc(loan, applicationId, paidInto);
    const result = await untilHandedOver(loan, applicationId, borrower);
    if (result) return result;
  }
}

/**
 * Follows an application that people have ended while the bank can go on with it, which is `left`.
 * @returns the result if it was disbursed all the same; `undefined` once it is closed, or people say that nothing was disbursed
 */
export async function untilClosedAtBank(
  loan: LoanCase,
  left: string,
  applicationId: string,
  borrower: Borrower,
): Promise<LoanResult | undefined> {
  try {
    for (;;) {
      const outcome = await waitFor(loan, 'CLOSING', () =>
        firstOf(
          () => watched(loan, applicationId, false),
          () => untilShown(loan, applicationId, borrower.customerId),
        ),
      );
      if (!('loanId' in outcome)) return undefined;
      const result = await handedOver(loan, borrower, { isOfApplication: true, ...outcome });
      if (result) return result;
    }
  } catch (error) {
    if (!(error instanceof CaseExit)) throw error;
    loan.facts.leftAtBank = left;
    return undefined;
  }
}

/** Asks the bank until it has disbursed or closed the application; one that `goesOn` may be sent back as well. */
const watched = (loan: LoanCase, applicationId: string, goesOn: boolean) =>
  attempt(loan, 'Asking for the disbursement', () =>
    poll(loan, 'disbursement', (pace) => loan.bank.watch.awaitDisbursement({ applicationId, pace, goesOn })),
  );

/** A disbursed loan by its id, and whether the bank names it as that of the application. */
interface Disbursed {
  readonly loanId: string;
  readonly isOfApplication: boolean;
}

/** `undefined` if the provider sent the application back. */
async function untilHandedOver(
  loan: LoanCase,
  applicationId: string,
  borrower: Borrower,
): Promise<LoanResult | undefined> {
  loan.enter('DISBURSEMENT');
  // Whoever skipped a step may have done so while the loan was held.
  loan.applicantReturn.endAsDisbursed();
  for (;;) {
    const disbursed = await untilDisbursed(loan, applicationId, borrower);
    if (!disbursed) return undefined;
    const result = await handedOver(loan, borrower, disbursed);
    if (result) return result;
  }
}

/** `undefined` if the provider sent the application back. */
async function untilDisbursed(
  loan: LoanCase,
  applicationId: string,
  { customerId }: Borrower,
): Promise<Disbursed | undefined> {
  const outcome = await waitFor(loan, 'DISBURSEMENT', () =>
    firstOf(
      () => watched(loan, applicationId, true),
      () => untilShown(loan, applicationId, customerId),
      () => untilSentBackUnseen(loan, applicationId).then(() => ({ status: 'SENT_BACK' }) as const),
    ),
  );
  if ('isOfApplication' in outcome) return outcome;
  if (outcome.status === 'DISBURSED') return { loanId: outcome.loanId, isOfApplication: true };
  if (outcome.status !== 'SENT_BACK') return loan.leave(outcome.status, 'closed by the lending partner');
  loan.mayBeDisbursed = false;
  loan.note('system', 'The lending partner sent the application back');
  return undefined;
}

/**
 * The loan that people say was disbursed. If the bank names a different loan for the application, it never counts. If the
 * bank does not list it as a loan of this customer, people must give it twice. If people say that nothing was disbursed,
 * the case ends, unless the bank says that it is; where the customer has another loan, people must say it twice.
 * @throws CaseExit
 */
async function untilShown(loan: LoanCase, applicationId: string, customerId: string): Promise<Disbursed> {
  loan.dropOldAnswer();
  let doubted: { readonly loanId: string | undefined } | undefined;
  for (;;) {
    const shown = await loan.disbursementShown();
    const named = await namedByBank(loan, applicationId, customerId);
    const loanId = shown ?? named.ofApplication;
    const isDenial = loanId === undefined;
    const doubt = isDenial && !patched('denial-doubted') ? undefined : doubtOf(loanId, named);
    const isInsisted = doubted !== undefined && doubted.loanId === loanId && mayInsist(loanId, named);
    if (doubt === undefined || isInsisted) {
      if (isDenial) return loan.leave('WITHDRAWN', 'not disbursed, as a person has shown');
      return { loanId, isOfApplication: loanId === named.ofApplication };
    }
    loan.doubtDisbursement(doubt);
    doubted = { loanId };
  }
}

/** The loans that the bank names for the application and its customer, without those it refuses to tell. */
async function namedByBank(
  { bank: { routine }, steps }: LoanCase,
  applicationId: string,
  customerId: string,
): Promise<LoansNamed> {
  const told = <R>(read: () => Promise<R>) =>
    steps.run('Looking whose loan it is', read).catch((error: unknown) => {
      if (isCancellation(error)) throw error;
    });
  const application = await told(() => routine.getLoanApplication({ applicationId }));
  const active = await told(() => routine.getActiveLoan({ customer_id: customerId }));
  return {
    status: application?.status,
    ofApplication: application?.loan_id ?? undefined,
    active: active?.loanId,
  };
}

/** Ends if, once a disbursement takes too long, the bank wants a step done again. */
async function untilSentBackUnseen(loan: LoanCase, applicationId: string): Promise<void> {
  await condition(() => loan.attention !== undefined);
  if (!(await isGateShut(loan, applicationId))) await condition(() => false);
}

/**
 * Starts the repayment, which lives on its own, and ends the application. `undefined` if another case follows
 * that loan and only people say that it is this one's.
 */
async function handedOver(
  loan: LoanCase,
  { customerId, accountId }: Borrower,
  { loanId, isOfApplication }: Disbursed,
): Promise<LoanResult | undefined> {
  const { reference, policy, clock, lending, application } = loan.input;
  const { offerAmountKobo } = loan.facts;
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
  const isStarted = await startRepayment(loan, input);
  if (!isStarted && !isOfApplication) {
    loan.doubtDisbursement(`the repayment of loan ${loanId} is followed already, for another application`);
    return undefined;
  }
  if (!isStarted) loan.note('system', 'The repayment is followed already');
  return loan.disbursed(loanId);
}

/** False where the repayment of that loan is followed already. */
async function startRepayment(loan: LoanCase, input: RepaymentInput): Promise<boolean> {
  const workflowId = caseId('repayment', input.loanId);
  try {
    await startChild<typeof repaymentWorkflow>(workflowTypes.repayment, {
      workflowId,
      args: (await vouched(loan.commands.acts.root, [{ workflowId, input }])) as [typeof input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `Repayment of loan ${input.loanReference}`,
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

const withMandate = (policy: RepaymentPolicy, loanKobo: number): RepaymentPolicy =>
  policy.mode === 'charge' ? { ...policy, mandate: policy.mandate ?? usualMandate(loanKobo) } : policy;
