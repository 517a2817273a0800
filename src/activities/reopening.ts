import { randomUUID } from 'node:crypto';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionStatusName,
} from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { Clock } from '../domain/clock';
import { workflowIds } from '../domain/references';
import { WORKFLOW_QUEUE } from '../domain/task-queues';
import { tellNews } from './telling';

/** `open`: it is under way and was told to look. `settled`: it had not ended as paid. `unknown`: there is none. */
export type Reopening = 'reopened' | 'open' | 'settled' | 'unknown';

/**
 * Reopens a payout, or a flush, that had ended as paid and may have been reversed since. Whoever notices may call it,
 * however often: what is reopened reads the truth for itself.
 */
export async function reopenReversed(
  client: Client,
  reference: string,
  clock: Clock,
  newsId: string = randomUUID(),
): Promise<Reopening> {
  for (const workflowId of [workflowIds.payout(reference), workflowIds.flush(reference)]) {
    const status = await statusOf(client, workflowId);
    if (status === 'RUNNING') return wake(client, workflowId, newsId);
    if (status !== undefined) return status === 'COMPLETED' ? reopen(client, workflowId, clock) : 'settled';
  }
  return 'unknown';
}

async function reopen(client: Client, workflowId: string, clock: Clock): Promise<Reopening> {
  const ended = (await client.workflow.getHandle(workflowId).result()) as { status: string };
  if (ended.status !== 'SUCCESS') return 'settled';
  const stage = { key: defineSearchAttributeKey('PayoutStatus', 'KEYWORD'), value: 'REOPENED' };
  try {
    await client.workflow.start('reversedPayoutWorkflow', {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [{ ended, clock }],
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

async function wake(client: Client, workflowId: string, newsId: string): Promise<Reopening> {
  await tellNews(client, workflowId, newsId);
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
