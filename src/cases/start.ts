import {
  WorkflowExecutionAlreadyStartedError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { z } from 'zod';
import { TypedSearchAttributes } from '@temporalio/common';
import { totalsOf } from '../domain/batch/rows';
import { monthsText } from '../domain/loan/application';
import { nairaText } from '../domain/money/amounts';
import type { Startable } from '../domain/case/start-roles';
import { caseOf, workflowIds } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import type { Adoption } from '../domain/payout/adoption';
import { attributeKey, type KeywordAttribute } from '../domain/wire/search-attributes';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import type { CheckedBatch } from '../domain/batch/input';
import type { flushInput, payoutInput } from '../domain/payout/input';
import type { limitsInput } from '../domain/payout/limits-input';
import type { enrolmentInput, loanInput } from '../domain/loan/input';
import { RequestError } from './request-error';
import { adoptionMessage, startMessage } from './signing';
import { described } from './workflow-chain';
import { requireSameInput } from './started-input';

/** Inputs that were checked; the clock, where they have none, is the worker's. */
export type CheckedLoan = z.output<typeof loanInput>;
export type CheckedPayout = z.output<typeof payoutInput>;
export type CheckedFlush = z.output<typeof flushInput>;
export type CheckedLimits = z.output<typeof limitsInput>;
export type CheckedEnrolment = z.output<typeof enrolmentInput>;

/** What became of the wish to start something. */
export interface Started {
  readonly workflowId: string;
  /** `found`: it runs already. `ended`: it has run before, and was not started again. */
  readonly outcome: 'started' | 'found' | 'ended';
}

type Start = Pick<
  WorkflowStartOptions,
  'workflowId' | 'staticSummary' | 'typedSearchAttributes' | 'workflowIdReusePolicy'
> & { readonly input: object };

const keyword = (name: KeywordAttribute, value: string) => ({ key: attributeKey(name), value });

/** Starts a loan; one of the same reference is found, never started twice. */
export function startLoan(client: Client, input: CheckedLoan): Promise<Started> {
  const { amountKobo, months } = input.application;
  return startOnce(client, 'loan', {
    workflowId: workflowIds.loan(input.reference),
    input,
    staticSummary: `Loan of ${nairaText(amountKobo)} over ${monthsText(months)}`,
    typedSearchAttributes: new TypedSearchAttributes([
      keyword('LoanReference', input.reference),
      keyword('LoanStage', 'ENROLMENT'),
    ]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Starts a payout; one of the same reference is found, never started twice. */
export function startPayout(client: Client, input: CheckedPayout): Promise<Started> {
  return startOnce(client, 'payout', {
    workflowId: workflowIds.payout(input.reference),
    input,
    staticSummary: `Payout of ${nairaText(input.amountKobo)}`,
    typedSearchAttributes: new TypedSearchAttributes([keyword('PayoutStatus', 'PREPARING')]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/**
 * Starts a batch; one of the same reference is found. A batch that failed, because its input was refused or an operator ended it by
 * force, may be started again: payouts that it has started are found by their references.
 */
export function startBatch(client: Client, input: CheckedBatch): Promise<Started> {
  const { rows, totalKobo } = totalsOf(input.payouts);
  return startOnce(client, 'batch', {
    workflowId: workflowIds.batch(input.reference),
    input,
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
  return startOnce(client, 'flush', {
    workflowId: workflowIds.flush(input.reference),
    input,
    staticSummary: 'Flush of a whole balance',
    typedSearchAttributes: new TypedSearchAttributes([keyword('PayoutStatus', 'PREPARING')]),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Starts a change of transfer limits; one of the same reference is found, never started twice. */
export function startLimits(client: Client, input: CheckedLimits): Promise<Started> {
  return startOnce(client, 'limits', {
    workflowId: workflowIds.limits(input.reference),
    input,
    staticSummary: 'Change of transfer limits',
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  });
}

/** Enrols a customer. One whose enrolment has ended may be enrolled again: what exists at the bank is used. */
export function startEnrolment(client: Client, input: CheckedEnrolment): Promise<Started> {
  const { reference } = input.customer;
  return startOnce(client, 'enrolment', {
    workflowId: workflowIds.enrolment(reference),
    input,
    staticSummary: `Enrolment of customer ${reference}`,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}

/** The server decides whether it runs already, so that two people who start it at once get one. */
async function startOnce(client: Client, kind: Startable, { input, ...start }: Start): Promise<Started> {
  const { workflowId } = start;
  const args = [await startMessage(client, { kind, workflowId, input })];
  try {
    await client.workflow.start(workflowTypes[kind], { ...start, args, taskQueue: WORKFLOW_QUEUE });
    return { workflowId, outcome: 'started' };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  await requireSameInput(client, workflowId, [input]);
  const { status } = await client.workflow.getHandle(workflowId).describe();
  return { workflowId, outcome: status.name === 'RUNNING' ? 'found' : 'ended' };
}

const PAID_BEFORE =
  'was paid before it was opened again: nothing of it is left to send. The nightly comparison names what came back of it';

/** Starts the case of a payout, or a flush, again whose workflow was ended by force; its workflow's id. @throws RequestError */
export async function adoptPayout(
  client: Client,
  kind: 'payout' | 'flush',
  reference: string,
  by: Omit<Adoption, 'runId'>,
): Promise<string> {
  const workflowId = workflowIds[kind](reference);
  const { status, type, runId, typedSearchAttributes } = await described(client, workflowId);
  if (status.name === 'RUNNING') throw refusal(workflowId, 'runs: there is nothing to adopt');
  if (status.name === 'COMPLETED')
    throw refusal(workflowId, 'has ended by itself: there is nothing to adopt');
  if (type === workflowTypes.reopenedPayout) throw refusal(workflowId, PAID_BEFORE);
  const batch = typedSearchAttributes.get(attributeKey('BatchId'));
  try {
    await client.workflow.start(workflowTypes.adoptedPayout, {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [await adoptionMessage(client, workflowId, { ...by, runId })],
      staticSummary: `An adopted ${kind}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: attributeKey('PayoutStatus'), value: 'PREPARING' },
        ...(batch === undefined ? [] : [{ key: attributeKey('BatchId'), value: batch }]),
      ]),
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
    });
    return workflowId;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    throw refusal(workflowId, 'was adopted in this very moment');
  }
}

function refusal(workflowId: string, sentence: string): RequestError {
  const { kind, reference } = caseOf(workflowId);
  return new RequestError('refused', `The ${kind} ${reference} ${sentence}.`);
}
