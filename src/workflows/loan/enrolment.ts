import {
  ChildWorkflowCancellationType,
  condition,
  executeChild,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  patched,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { Command } from '../../domain/case/commands';
import type { Attention } from '../../domain/case/snapshot';
import { identityOf } from '../../domain/enrolment/identity';
import type { LoanCommands } from '../../domain/loan/commands';
import { boundedSentence } from '../../domain/names/personal-data';
import { caseId } from '../../domain/wire/workflow-ids';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { vouched } from '../activity-proxies';
import { attempt, waitFor } from '../case/steps';
import type { enrolmentWorkflow } from '../enrolment/workflow';
import {
  enrolmentAttentionSignal,
  enrolmentSettledSignal,
  joinEnrolmentSignal,
} from '../../domain/wire/messages';
import { isJoinedResult, type EnrolmentResult, type JoinedResult } from '../../domain/enrolment/stages';
import type { LoanCase } from './loan-case';
import type { CustomerInput } from '../../domain/enrolment/input';

/** Longest reason of a rejection or cause of an attention that is shown, in characters. */
const SHOWN_MAX = 500;

/** How long to rely on a joined enrolment before looking whether it still runs. */
const PATIENCE = '1 day';

/** A verified customer, by the bank's ids of them and of their account. */
export type Borrower = Pick<EnrolmentResult, 'customerId' | 'accountId'>;

/**
 * Makes sure that the customer is known and verified. After a rejection, an officer corrects the data or
 * closes the loan. Where the customer's enrolment already runs with other data, two people confirm that it is
 * the same customer.
 */
export async function enrol(loan: LoanCase): Promise<Borrower> {
  let { customer } = loan.input;
  let borrower: Borrower | undefined;
  while (!borrower) {
    const result = await enrolled(loan, customer);
    const answer = await answerTo(loan, result);
    if (!answer || answer.name === 'confirmCustomer') borrower = result;
    else {
      loan.note('system', changesOf(customer, answer));
      customer = loan.correctedCustomer = corrected(customer, answer);
    }
  }
  showIds(loan, borrower);
  return borrower;
}

async function enrolled(loan: LoanCase, customer: CustomerInput): Promise<JoinedResult> {
  const result = await waitFor(loan, 'ENROLMENT', () =>
    attempt(loan, 'Enrolling the customer', () => startOrJoin(loan, customer)),
  );
  if (result.differs.length === 0) showIds(loan, result);
  return result;
}

function showIds(loan: LoanCase, { customerId, accountId }: Borrower): void {
  if (customerId !== '') loan.show({ customerId, ...(accountId !== undefined && { accountId }) });
}

const REMEDIES = ['correctCustomer', 'closeAsRejected', 'withdraw'];

/** People's answer to an enrolment that was rejected or has other data; `undefined` if none is needed. */
async function answerTo(loan: LoanCase, result: JoinedResult) {
  const isVerified = result.outcome === 'VERIFIED';
  if (isVerified && result.differs.length === 0) return undefined;
  const cause = isVerified ? otherData(result.differs) : rejected(result.reason);
  loan.question(result.customerId);
  loan.raiseAttention(cause, isVerified ? ['confirmCustomer', ...REMEDIES] : REMEDIES);
  const answer = isVerified
    ? await loan.commands.ask('confirmCustomer', 'correctCustomer', 'closeAsRejected')
    : await loan.commands.ask('correctCustomer', 'closeAsRejected');
  if (patched('customer-answered')) loan.customerInQuestion = undefined;
  loan.settleAttention();
  if (answer.name !== 'closeAsRejected') return answer;
  return loan.leave('KYC_REJECTED', `${answer.reason}: ${isVerified ? cause : result.reason}`);
}

const rejected = (reason: string) =>
  `KYC was rejected: ${boundedSentence(reason, SHOWN_MAX)}. If the bank has a wrong BVN, NIN or date of birth, ask the bank to correct it; then give the right one here, and the KYC is run again`;

const otherData = (differs: readonly string[]) =>
  `the enrolment that the loan has joined is of a customer with other data (${differs.join(', ')}): either two people take that customer for the loan's, or the loan's own is corrected and enrolled`;

function corrected(customer: CustomerInput, { bvn, nin, dateOfBirth }: Correction): CustomerInput {
  return {
    ...customer,
    bvn: bvn ?? customer.bvn,
    nin: nin ?? customer.nin,
    dateOfBirth: dateOfBirth ?? customer.dateOfBirth,
  };
}

const CORRECTED = { bvn: 'BVN', nin: 'NIN', dateOfBirth: 'date of birth' } as const;

/** Names the data that a correction changes: a timeline holds no personal data. */
function changesOf(customer: CustomerInput, correction: Correction): string {
  const names = (['bvn', 'nin', 'dateOfBirth'] as const).filter(
    (name) => correction[name] !== undefined && correction[name] !== customer[name],
  );
  return `Changed: ${names.map((name) => CORRECTED[name]).join(', ') || 'nothing'}`;
}

type Correction = Command<LoanCommands, 'correctCustomer'>;

/** Two loans of one customer share one enrolment: the second joins the enrolment that runs. */
async function startOrJoin(loan: LoanCase, customer: CustomerInput): Promise<JoinedResult> {
  let result: JoinedResult | undefined;
  while (!result) result = (await started(loan, customer)) ?? (await joined(loan, customer));
  return result;
}

/** The result of an enrolment of our own; `undefined` if another loan's runs already. */
async function started(loan: LoanCase, customer: CustomerInput): Promise<JoinedResult | undefined> {
  const workflowId = caseId('enrolment', customer.reference);
  const input = { customer, clock: loan.input.clock, deadlines: loan.input.policy.deadlines };
  try {
    const result = await executeChild<typeof enrolmentWorkflow>(workflowTypes.enrolment, {
      workflowId,
      args: (await vouched(loan.commands.acts.root, [{ workflowId, input }])) as [typeof input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.ABANDON,
      staticSummary: `Enrolment of customer ${customer.reference}`,
    });
    return { ...result, differs: [] };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return undefined;
    throw error;
  }
}

/** The result of an enrolment that another loan has begun; `undefined` if it can no longer tell. */
async function joined(loan: LoanCase, customer: CustomerInput): Promise<JoinedResult | undefined> {
  loan.enrolmentReply.expect();
  const enrolment = getExternalWorkflowHandle(caseId('enrolment', customer.reference));
  try {
    await enrolment.signal(joinEnrolmentSignal, {
      workflowId: workflowInfo().workflowId,
      customer: identityOf(customer),
    });
  } catch {
    return undefined; // It ended in this very moment; starting it again finds everything in place.
  }
  loan.note('system', 'Joined an enrolment that another loan of the customer had started');
  return loan.enrolmentReply.received();
}

/** An enrolment's reply to the loans that wait for it, whichever of them has started it. */
export class EnrolmentReply {
  private result: JoinedResult | undefined;
  /** The attention that the loan shows because its enrolment needs a person. */
  private shown: Attention | undefined;

  constructor(private readonly loan: LoanCase) {
    setHandler(enrolmentSettledSignal, (given) => {
      if (isJoinedResult(given)) this.result = given;
    });
    loan.hear(enrolmentAttentionSignal, (given) => this.show(given));
  }

  /** Forgets an earlier enrolment: later results concern the enrolment that is joined now. */
  expect(): void {
    this.result = undefined;
  }

  /** The joined enrolment's result; `undefined` if it has sent none for a long time. */
  async received(): Promise<JoinedResult | undefined> {
    await condition(() => this.result !== undefined, PATIENCE);
    return this.result;
  }

  private show(given: unknown): void {
    const { cause } = Object(given) as { cause?: unknown };
    if (this.loan.stage !== 'ENROLMENT') return;
    if (this.shown && this.shown === this.loan.attention) this.loan.settleAttention();
    if (typeof cause !== 'string' || this.loan.attention) return;
    this.loan.raiseAttention(
      `the enrolment of the customer needs a person: ${boundedSentence(cause, SHOWN_MAX)}`,
      ['withdraw'],
    );
    this.shown = this.loan.attention;
  }
}
