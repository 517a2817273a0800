import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { totalsOf } from '../domain/batch-rows';
import { nairaText } from '../domain/money';
import { workflowIds } from '../domain/references';
import { WORKFLOW_QUEUE } from '../domain/task-queues';
import type { CheckedBatch } from '../input/batch-input';
import type { CheckedEnrolment, CheckedFlush, CheckedLimits, CheckedLoan, CheckedPayout } from './input-file';

/** What became of the wish to start something. */
export interface Started {
  readonly workflowId: string;
  /** `found`: it runs already. `ended`: it has run before, and was not started again. */
  readonly outcome: 'started' | 'found' | 'ended';
}

type Start = Pick<
  WorkflowStartOptions,
  'workflowId' | 'args' | 'staticSummary' | 'typedSearchAttributes' | 'workflowIdReusePolicy'
>;

const keyword = (name: string, value: string) => ({ key: defineSearchAttributeKey(name, 'KEYWORD'), value });

/** Starts a loan; one of the same reference is found, never started twice. */
export function startLoan(client: Client, input: CheckedLoan): Promise<Started> {
  const { amountKobo, months } = input.application;
  return startOnce(client, 'loanWorkflow', {
    workflowId: workflowIds.loan(input.reference),
    args: [input],
    staticSummary: `Loan of ${nairaText(amountKobo)} over ${months} months`,
    typedSearchAttributes: new TypedSearchAttributes([
      keyword('LoanReference', input.reference),
      keyword('LoanStage', 'ENROLMENT'),
    ]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Starts a payout; one of the same reference is found, never started twice. */
export function startPayout(client: Client, input: CheckedPayout): Promise<Started> {
  return startOnce(client, 'payoutWorkflow', {
    workflowId: workflowIds.payout(input.reference),
    args: [input],
    staticSummary: `Payout of ${nairaText(input.amountKobo)}`,
    typedSearchAttributes: new TypedSearchAttributes([keyword('PayoutStatus', 'PREPARING')]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/**
 * Starts a batch; one of the same reference is found. One that failed, because its input was refused or somebody ended it by
 * force, may be started again: payouts that it has started are found by their references.
 */
export function startBatch(client: Client, input: CheckedBatch): Promise<Started> {
  const { rows, totalKobo } = totalsOf(input.payouts);
  return startOnce(client, 'payoutBatchWorkflow', {
    workflowId: workflowIds.batch(input.reference),
    args: [input],
    staticSummary: `Batch of ${rows} payouts, ${nairaText(totalKobo)} in all`,
    typedSearchAttributes: new TypedSearchAttributes([
      keyword('BatchId', input.reference),
      keyword('BatchStage', 'CHECKING'),
    ]),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  });
}

/** Starts a flush; one of the same reference is found, never started twice. */
export function startFlush(client: Client, input: CheckedFlush): Promise<Started> {
  return startOnce(client, 'flushWorkflow', {
    workflowId: workflowIds.flush(input.reference),
    args: [input],
    staticSummary: 'Flush of a whole balance',
    typedSearchAttributes: new TypedSearchAttributes([keyword('PayoutStatus', 'PREPARING')]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Starts a change of transfer limits; one of the same reference is found, never started twice. */
export function startLimits(client: Client, input: CheckedLimits): Promise<Started> {
  return startOnce(client, 'transferLimitsWorkflow', {
    workflowId: workflowIds.limits(input.reference),
    args: [input],
    staticSummary: 'Change of transfer limits',
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Enrols a customer. One whose enrolment has ended may be enrolled again: what exists at the service is used. */
export function startEnrolment(client: Client, input: CheckedEnrolment): Promise<Started> {
  const { reference } = input.customer;
  return startOnce(client, 'enrolmentWorkflow', {
    workflowId: workflowIds.enrolment(reference),
    args: [input],
    staticSummary: `Enrolment of customer ${reference}`,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}

/** The server decides whether it runs already, so that two people who start it at once get one. */
async function startOnce(client: Client, workflowType: string, start: Start): Promise<Started> {
  const { workflowId } = start;
  try {
    await client.workflow.start(workflowType, { ...start, taskQueue: WORKFLOW_QUEUE });
    return { workflowId, outcome: 'started' };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  const { status } = await client.workflow.getHandle(workflowId).describe();
  return { workflowId, outcome: status.name === 'RUNNING' ? 'found' : 'ended' };
}
