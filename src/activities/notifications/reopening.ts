import { randomUUID } from 'node:crypto';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionStatusName,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Proof } from '../../domain/case/proof';
import type { Clock } from '../../domain/time/clock';
import { workflowIds } from '../../domain/wire/workflow-ids';
import { WORKFLOW_QUEUE } from '../../domain/wire/task-queues';
import { notify } from './notify';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { attributeKey } from '../../domain/wire/search-attributes';

/** `open`: it is under way and was woken. `settled`: it had not ended as paid. `unknown`: there is none. */
export type Reopening = 'reopened' | 'open' | 'settled' | 'unknown';

/** By which clock a reopened case runs, and the proof that a worker has begun it. */
export interface ReopeningTerms {
  readonly clock: Clock;
  readonly vouch?: ((workflowId: string, input: object) => Proof | undefined) | undefined;
  readonly notificationId?: string;
}

/**
 * Reopens a payout, or a flush, that had ended as paid and may have been reversed since. Any reader of the bank may
 * call it, however often: the reopened case reads the truth at the bank.
 */
export async function reopenReversed(
  client: Client,
  reference: string,
  { clock, vouch, notificationId = randomUUID() }: ReopeningTerms,
): Promise<Reopening> {
  for (const workflowId of [workflowIds.payout(reference), workflowIds.flush(reference)]) {
    const status = await statusOf(client, workflowId);
    if (status === 'RUNNING') return wake(client, workflowId, notificationId);
    if (status !== undefined)
      return status === 'COMPLETED' ? reopen(client, workflowId, { clock, vouch }) : 'settled';
  }
  return 'unknown';
}

async function reopen(
  client: Client,
  workflowId: string,
  { clock, vouch }: Omit<ReopeningTerms, 'notificationId'>,
): Promise<Reopening> {
  const ended = (await client.workflow.getHandle(workflowId).result()) as { status: string };
  if (ended.status !== 'SUCCESS') return 'settled';
  const input = { ended, clock };
  const under = vouch?.(workflowId, input);
  const stage = { key: attributeKey('PayoutStatus'), value: 'REOPENED' };
  try {
    await client.workflow.start(workflowTypes.reopenedPayout, {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [under ? { ...input, under } : input],
      staticSummary: 'A paid payout that may have been reversed',
      typedSearchAttributes: new TypedSearchAttributes([stage]),
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
    return 'reopened';
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'open';
    throw error;
  }
}

async function wake(client: Client, workflowId: string, notificationId: string): Promise<Reopening> {
  await notify(client, workflowId, notificationId);
  return 'open';
}

async function statusOf(client: Client, id: string): Promise<WorkflowExecutionStatusName | undefined> {
  const description = await client.workflow.getHandle(id).describe().catch(unlessGone);
  return description?.status.name;
}

function unlessGone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError) return undefined;
  throw error;
}
