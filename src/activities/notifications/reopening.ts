import { randomUUID } from 'node:crypto';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionStatusName,
} from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import type { Proof } from '../../domain/case/proof';
import { newReturns, type ReturnedMoney } from '../../domain/payout/returned';
import type { Clock } from '../../domain/time/clock';
import { returnedSignal } from '../../domain/wire/messages';
import { isReference } from '../../domain/wire/references';
import { caseId } from '../../domain/wire/workflow-ids';
import { WORKFLOW_QUEUE } from '../../domain/wire/task-queues';
import { notify } from './notify';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { attributeKey } from '../../domain/wire/search-attributes';

/**
 * `open`: it is under way and was told. `settled`: it had not ended as paid, or the evidence is not about it, or was
 * looked into before. `unknown`: no case has this reference.
 */
export type Reopening = 'reopened' | 'open' | 'settled' | 'unknown';

/** By which clock a reopened case runs, and the proof that a worker has begun it. */
export interface ReopeningTerms {
  readonly clock: Clock;
  readonly vouch?: ((workflowId: string, input: object) => Proof | undefined) | undefined;
  readonly notificationId?: string;
  /** What shows that money came back; without any, the bank alone is asked. */
  readonly evidence?: readonly ReturnedMoney[];
}

/**
 * Reopens a payout, or a flush, that had ended as paid and may have been reversed since; one that is under way is told.
 * Any reader of the bank may call it, however often. The case keeps the evidence beside what the bank says.
 */
export async function reopenReversed(
  client: Client,
  reference: string,
  terms: ReopeningTerms,
): Promise<Reopening> {
  let reopening: Reopening = 'unknown';
  // A payout that was never sent leaves its reference to a flush.
  for (const workflowId of [caseId('payout', reference), caseId('flush', reference)]) {
    const status = await statusOf(client, workflowId);
    if (status === 'RUNNING') return tell(client, reference, workflowId, terms);
    if (status === 'COMPLETED') reopening = await reopen(client, reference, workflowId, terms);
    else if (status !== undefined) reopening = 'settled';
    if (reopening === 'reopened' || reopening === 'open') return reopening;
  }
  return reopening;
}

/** The same for the first of some references that is a payout's or a flush's: the reference, where a case looks now. */
export async function reopenFirst(
  client: Client,
  references: readonly string[],
  terms: ReopeningTerms,
): Promise<string | undefined> {
  for (const reference of references.filter(isReference)) {
    const reopening = await reopenReversed(client, reference, terms);
    if (reopening !== 'unknown') return reopening === 'settled' ? undefined : reference;
  }
  return undefined;
}

/** How a payout or a flush has ended, as far as it counts here. */
interface Ended {
  readonly status: string;
  readonly sourceAccountNumber: string;
  readonly returned?: readonly ReturnedMoney[];
}

async function reopen(
  client: Client,
  reference: string,
  workflowId: string,
  terms: ReopeningTerms,
): Promise<Reopening> {
  const { clock, vouch, evidence = [] } = terms;
  const ended = (await client.workflow.getHandle(workflowId).result()) as Ended;
  const fresh = newReturns(evidence, ended.sourceAccountNumber, ended.returned);
  const isLookedInto = evidence.length > 0 && fresh.length === 0;
  if (ended.status !== 'SUCCESS' || isLookedInto) return 'settled';
  const input = { ended, clock, evidence: fresh };
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
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      return tell(client, reference, workflowId, terms);
    throw error;
  }
}

/** Tells a case that is under way; one that has ended in the meantime is looked at again. */
async function tell(
  client: Client,
  reference: string,
  workflowId: string,
  terms: ReopeningTerms,
): Promise<Reopening> {
  const { notificationId = randomUUID(), evidence = [] } = terms;
  const handle = client.workflow.getHandle(workflowId);
  try {
    for (const returned of evidence) await handle.signal(returnedSignal, returned);
  } catch (error) {
    unlessGone(error);
    return reopenReversed(client, reference, terms);
  }
  return (await notify(client, workflowId, notificationId))
    ? 'open'
    : reopenReversed(client, reference, terms);
}

async function statusOf(client: Client, id: string): Promise<WorkflowExecutionStatusName | undefined> {
  const description = await client.workflow.getHandle(id).describe().catch(unlessGone);
  return description?.status.name;
}

function unlessGone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError) return undefined;
  throw error;
}
