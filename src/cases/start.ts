import type { Client } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { TypedSearchAttributes } from '@temporalio/common';
import { ADOPT } from '../domain/case/acts';
import type { StartableKind } from '../domain/case/kind';
import type { Adoption } from '../domain/payout/adoption';
import { attributeKey, type KeywordAttribute } from '../domain/wire/search-attributes';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { caseId, caseOf } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { isBegun, latestRun } from '../temporal/runs';
import { type RequestError, refusal } from './request-error';
import { commandMessage, startMessage } from './signing';
import { whyNotTaken } from './not-begun';
import { described } from './workflow-chain';
import { requireSameInput } from './started-input';

export interface Started {
  readonly workflowId: string;
  /**
   * `waiting`: no worker has taken it yet, and one may still refuse it. `found`: it runs already. `ended`: it
   * has run before, and was not started again.
   */
  readonly outcome: 'started' | 'waiting' | 'found' | 'ended';
}

/** Starts a case, or finds the one that runs: of two people who start it at once, both get one case. */
export async function startCase<S extends z.ZodType>(
  client: Client,
  { noun, workflowTypes: [type], start }: StartableKind<S>,
  input: z.output<S>,
): Promise<Started> {
  const workflowId = caseId(noun, start.reference(input));
  const attributes = Object.entries(start.attributes?.(input) ?? {}) as [KeywordAttribute, string][];
  const starting = client.workflow.start(type, {
    workflowId,
    args: [await startMessage(client, { roles: start.roles, workflowId, input: input as object })],
    taskQueue: WORKFLOW_QUEUE,
    staticSummary: start.summary(input),
    typedSearchAttributes: new TypedSearchAttributes(
      attributes.map(([name, value]) => ({ key: attributeKey(name), value })),
    ),
    workflowIdReusePolicy: start.reuse ?? 'REJECT_DUPLICATE',
  });
  if (await isBegun(starting)) return { workflowId, outcome: 'started' };
  await requireSameInput(client, workflowId, input);
  const { status } = await client.workflow.getHandle(workflowId).describe();
  return { workflowId, outcome: status.name === 'RUNNING' ? 'found' : 'ended' };
}

/** Looks for some seconds whether a worker has taken a start. @throws RequestError if one refused it */
export async function requireTaken(client: Client, started: Started): Promise<Started> {
  const { workflowId, outcome } = started;
  for (let looks = 0; outcome === 'started' && looks < LOOKS; looks++) {
    const found = await latestRun(client, workflowId).catch(() => undefined);
    const why = found && (await whyNotTaken(client, workflowId, found));
    if (why !== undefined)
      throw refusal(`${why} Have that put right; then start it under another reference.`);
    if (found && found.historyLength > EVENTS_BEFORE_TAKEN) return started;
    await sleep(LOOK_MS);
  }
  return outcome === 'started' ? { workflowId, outcome: 'waiting' } : started;
}

const LOOKS = 30;
const LOOK_MS = 100;

/** The start and one attempt at its first task: the same task that takes a start checks its act. */
const EVENTS_BEFORE_TAKEN = 4;

const PAID_BEFORE =
  'was paid before it was opened again: nothing of it is left to send. The nightly comparison names what came back of it';

/** Starts a payout or flush again that was ended by force. @returns its workflow's id @throws RequestError */
export async function adoptPayout(
  client: Client,
  kind: 'payout' | 'flush',
  reference: string,
  by: Omit<Adoption, 'runId'>,
): Promise<string> {
  const workflowId = caseId(kind, reference);
  const { status, type, runId, typedSearchAttributes } = await described(client, workflowId);
  if (status.name === 'RUNNING') throw notAdopted(workflowId, 'runs: there is nothing to adopt');
  if (status.name === 'COMPLETED')
    throw notAdopted(workflowId, 'has ended by itself: there is nothing to adopt');
  if (type === workflowTypes.reopenedPayout) throw notAdopted(workflowId, PAID_BEFORE);
  const batch = typedSearchAttributes.get(attributeKey('BatchId'));
  const starting = client.workflow.start(workflowTypes.adoptedPayout, {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args: [await commandMessage(client, workflowId, ADOPT, { ...by, runId })],
    staticSummary: `An adopted ${kind}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: attributeKey('PayoutStatus'), value: 'PREPARING' },
      ...(batch === undefined ? [] : [{ key: attributeKey('BatchId'), value: batch }]),
    ]),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  });
  if (await isBegun(starting)) return workflowId;
  throw notAdopted(workflowId, 'was adopted in this very moment');
}

function notAdopted(workflowId: string, sentence: string): RequestError {
  const { kind, reference } = caseOf(workflowId);
  return refusal(`The ${kind} ${reference} ${sentence}.`);
}
