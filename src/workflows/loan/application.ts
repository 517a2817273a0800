import {
  ChildWorkflowCancellationType,
  condition,
  executeChild,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { workflowIds } from '../../domain/references';
import type { CustomerInput, LoanInput } from '../../input/loan-input';
import { refusalOf } from '../case/failures';
import { attempt, poll, sendOnce, waitFor, within } from '../case/steps';
import type { enrolmentWorkflow } from '../enrolment';
import { joinEnrolmentSignal } from '../messages';
import type { EnrolmentResult } from '../results';
import type { LoanCase } from './loan-case';

/** How long to rely on a joined enrolment before looking whether it still runs. */
const JOINED_PATIENCE = '1 day';

/** Makes sure that the customer is known and verified; from a rejection a person corrects or closes. */
export async function enrol(loan: LoanCase): Promise<void> {
  let { customer } = loan.input;
  for (;;) {
    const result = await waitFor(loan, 'ENROLMENT', () =>
      attempt(loan, 'Enrolling the customer', () => enrolOrJoin(loan, customer)),
    );
    const { customerId, accountId } = result;
    loan.learn({ customerId, ...(accountId !== undefined && { accountId }) });
    if (result.outcome === 'VERIFIED') return;
    customer = await correct(loan, customer, result.reason);
  }
}

async function correct(loan: LoanCase, customer: CustomerInput, rejection: string): Promise<CustomerInput> {
  loan.file.raiseAttention(`KYC was rejected: ${rejection}`, [
    'correctCustomer',
    'closeAsRejected',
    'withdraw',
  ]);
  const answer = await loan.desk.ask('correctCustomer', 'closeAsRejected');
  loan.file.settleAttention();
  if (answer.name === 'closeAsRejected') return loan.leave('KYC_REJECTED', `${answer.reason}: ${rejection}`);
  const { bvn, nin, dateOfBirth } = answer;
  return {
    ...customer,
    bvn: bvn ?? customer.bvn,
    nin: nin ?? customer.nin,
    dateOfBirth: dateOfBirth ?? customer.dateOfBirth,
  };
}

/** Two loans of one customer share one enrolment: the second joins the one that runs. */
async function enrolOrJoin(loan: LoanCase, customer: CustomerInput): Promise<EnrolmentResult> {
  const workflowId = workflowIds.enrolment(customer.reference);
  for (;;) {
    try {
      return await executeChild<typeof enrolmentWorkflow>('enrolmentWorkflow', {
        workflowId,
        args: [{ customer, clock: loan.input.clock, deadlines: loan.input.policy.deadlines }],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        staticSummary: `Enrolment of customer ${customer.reference}`,
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    const joined = await join(loan, workflowId);
    if (joined) return joined;
  }
}

async function join(loan: LoanCase, enrolmentId: string): Promise<EnrolmentResult | undefined> {
  loan.settledEnrolment = undefined;
  const enrolment = getExternalWorkflowHandle(enrolmentId);
  try {
    await enrolment.signal(joinEnrolmentSignal, { workflowId: workflowInfo().workflowId });
  } catch {
    return undefined; // It ended in this very moment; starting it again finds everything in place.
  }
  loan.file.note('system', 'Joined an enrolment that another loan of the customer had started');
  await condition(() => loan.settledEnrolment !== undefined, JOINED_PATIENCE);
  return loan.settledEnrolment;
}

/** Submits the application and its underwriting profile. */
export async function apply(loan: LoanCase): Promise<void> {
  loan.file.enter('APPLICATION');
  const { reference, file, service } = { ...loan.input, file: loan.file, service: loan.service };
  const submitted = await attempt(loan, 'Submitting the application', () =>
    service.routine.applyForLoan({
      customer_id: String(file.facts.customerId),
      ...applicationOf(loan.input),
      reference,
    }),
  );
  loan.learn({ applicationId: submitted.application_id });
  file.enter('UNDERWRITING');
  await attempt(loan, 'Submitting the underwriting profile', () =>
    service.routine.submitUnderwriting({
      applicationId: submitted.application_id,
      ...loan.input.underwriting,
    }),
  );
}

const applicationOf = ({ application: { amountKobo, months, purpose } }: LoanInput) => ({
  amount: amountKobo,
  repayment_period: months,
  loan_purpose: purpose,
});

/** Asks for the bank statement until one is complete. */
export async function obtainBankStatement(loan: LoanCase): Promise<void> {
  loan.file.enter('BANK_STATEMENT');
  for (;;) {
    const source = loan.input.bankStatement;
    const status = await requestBankStatement(loan, source);
    if (status === 'COMPLETED') return;
    if (status === undefined) continue;
    loan.file.raiseAttention('the bank statement could not be obtained', [
      'retry',
      'correctBankStatement',
      'withdraw',
    ]);
    await unlessCorrected(loan, source, () => loan.desk.ask('retry'));
    loan.file.settleAttention();
  }
}

type Source = LoanInput['bankStatement'];

/** Waits for something, but only until somebody asks for the statement anew. */
const unlessCorrected = <R>(loan: LoanCase, source: Source, wait: () => Promise<R>) =>
  within(Infinity, () =>
    Promise.race([wait(), condition(() => loan.input.bankStatement !== source).then(() => undefined)]),
  );

/** How it ended; nothing when somebody asked for it anew meanwhile. */
async function requestBankStatement(loan: LoanCase, source: Source): Promise<string | undefined> {
  const { applicationId, service } = loan;
  await attempt(loan, 'Asking for the bank statement', () =>
    sendOnce(loan, {
      send: async () =>
        (await service.once.linkBankStatement({ applicationId, ...statementOf(source) })).status,
      find: () => bankStatementStatus(loan),
    }),
  );
  const ended = await waitFor(loan, 'BANK_STATEMENT', () =>
    unlessCorrected(loan, source, () =>
      attempt(loan, 'Asking for the state of the bank statement', () =>
        poll(loan, 'bankStatement', (pace) => service.watch.awaitBankStatement({ applicationId, pace })),
      ),
    ),
  );
  return ended?.status;
}

/** The state of the statement that was asked for; nothing when the service knows of none. */
async function bankStatementStatus({ service, applicationId }: LoanCase): Promise<string | undefined> {
  try {
    return (await service.routine.getBankStatementStatus({ applicationId })).status;
  } catch (error) {
    if (refusalOf(error)) return undefined;
    throw error;
  }
}

const statementOf = ({ sortCode, accountNumber, phone }: Source) => ({
  sort_code: sortCode,
  ...(accountNumber === undefined ? {} : { account_number: accountNumber }),
  ...(phone === undefined ? {} : { phone }),
});

/** Uploads what came with the application and waits until nothing required is missing. */
export async function collectDocuments(loan: LoanCase): Promise<void> {
  const { documents, file, input } = loan;
  file.enter('DOCUMENTS');
  documents.require(input.underwriting);
  for (const { tag, path, sha256 } of input.documents) documents.submit(tag, { path, sha256: sha256 ?? '' });
  await waitFor(loan, 'DOCUMENTS', () => condition(() => documents.complete()));
}
