import {
  ChildWorkflowCancellationType,
  executeChild,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { boundedSentence } from '../../domain/names/personal-data';
import { workflowIds } from '../../domain/wire/workflow-ids';
import { workflowTypes } from '../../domain/wire/workflow-types';
import type { CustomerInput } from '../../input/loan-input';
import { vouched } from '../succession';
import { attempt, waitFor } from '../case/steps';
import type { enrolmentWorkflow } from '../enrolment/workflow';
import { joinEnrolmentSignal } from '../../domain/wire/messages';
import type { EnrolmentResult } from '../../domain/enrolment/stages';
import type { LoanCase } from './loan-case';

/** Longest reason of a rejection that is shown, in characters. */
const REJECTION_MAX = 500;

/** Steps of the enrolment: the customer as corrected last, what became of it, whether it was begun. */
const CUSTOMER = 'enrolment: customer';
const OUTCOME = 'enrolment: outcome';
const BEGUN = 'enrolment: begun';

/** A verified customer, by the bank's ids of them and of their account. */
export type Borrower = Pick<EnrolmentResult, 'customerId' | 'accountId'>;

/** Makes sure that the customer is known and verified; from a rejection an officer corrects or closes. */
export async function enrol(loan: LoanCase): Promise<Borrower> {
  const { progress } = loan;
  let customer = (progress.takeUp(CUSTOMER) as CustomerInput | undefined) ?? loan.input.customer;
  const outcome = () => progress.once(OUTCOME, () => enrolled(loan, customer));
  let result = await outcome();
  while (result.outcome !== 'VERIFIED') {
    customer = await corrected(loan, customer, result.reason);
    progress.record(CUSTOMER, customer);
    progress.forget(OUTCOME);
    result = await outcome();
  }
  return result;
}

async function enrolled(loan: LoanCase, customer: CustomerInput): Promise<EnrolmentResult> {
  const result = await waitFor(loan, 'ENROLMENT', () =>
    attempt(loan, 'Enrolling the customer', () => startOrJoin(loan, customer)),
  );
  const { customerId, accountId } = result;
  if (customerId !== '') loan.show({ customerId, ...(accountId !== undefined && { accountId }) });
  return result;
}

async function corrected(loan: LoanCase, customer: CustomerInput, rejection: string): Promise<CustomerInput> {
  loan.raiseAttention(
    `KYC was rejected: ${boundedSentence(rejection, REJECTION_MAX)}. Where the bank's record has a wrong BVN, NIN or date of birth, ask the bank to correct it; then correctCustomer with what is right begins the KYC again`,
    ['correctCustomer', 'closeAsRejected', 'withdraw'],
  );
  const answer = await loan.commands.ask('correctCustomer', 'closeAsRejected');
  loan.settleAttention();
  if (answer.name === 'closeAsRejected') return loan.leave('KYC_REJECTED', `${answer.reason}: ${rejection}`);
  const { bvn, nin, dateOfBirth } = answer;
  return {
    ...customer,
    bvn: bvn ?? customer.bvn,
    nin: nin ?? customer.nin,
    dateOfBirth: dateOfBirth ?? customer.dateOfBirth,
  };
}

/** Two loans of one customer share one enrolment: the second joins the enrolment that runs. */
async function startOrJoin(loan: LoanCase, customer: CustomerInput): Promise<EnrolmentResult> {
  let isKnown = loan.progress.takeUp(BEGUN) !== undefined;
  loan.progress.record(BEGUN, true);
  let result: EnrolmentResult | undefined;
  while (!result) {
    result = (await started(loan, customer)) ?? (await joined(loan, customer, isKnown));
    isKnown = false;
  }
  return result;
}

/** How an enrolment of our own ends; nothing when another loan's runs already. */
async function started(loan: LoanCase, customer: CustomerInput): Promise<EnrolmentResult | undefined> {
  const workflowId = workflowIds.enrolment(customer.reference);
  const input = { customer, clock: loan.input.clock, deadlines: loan.input.policy.deadlines };
  try {
    return await executeChild<typeof enrolmentWorkflow>(workflowTypes.enrolment, {
      workflowId,
      args: (await vouched(loan.commands.acts.root, [{ workflowId, input }])) as [typeof input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: `Enrolment of customer ${customer.reference}`,
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw error;
  }
}

/** How an enrolment that another loan, or an earlier run of this one, has begun ends; nothing when it can no longer tell. */
async function joined(
  loan: LoanCase,
  customer: CustomerInput,
  isKnown: boolean,
): Promise<EnrolmentResult | undefined> {
  loan.enrolmentReply.expect();
  const enrolment = getExternalWorkflowHandle(workflowIds.enrolment(customer.reference));
  try {
    await enrolment.signal(joinEnrolmentSignal, { workflowId: workflowInfo().workflowId });
  } catch {
    return undefined; // It ended in this very moment; starting it again finds everything in place.
  }
  if (!isKnown) loan.note('system', 'Joined an enrolment that another loan of the customer had started');
  return loan.enrolmentReply.received();
}
