import { QueryNotRegisteredError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { status } from '@grpc/grpc-js';
import type { QueryDefinition } from '@temporalio/common';
import type { CaseKind } from '../domain/case/kind';
import type { CaseSnapshot } from '../domain/case/snapshot';
import { caseQuery } from '../domain/wire/messages';
import { hasStatus } from '../temporal/runs';
import { pinnedBuildOf } from '../temporal/worker-deployment';
import { unanswered } from './connection';
import { isLaterRun, whyNotTaken } from './not-begun';
import { waitingCalls } from './pending-calls';
import { timedOut } from './request-error';
import { describedChain, unknownCase } from './workflow-chain';

const ANSWER_WITHIN_MS = 5_000;

/** Reads the case of a workflow, running or ended. A worker must be there to answer. */
export const readCase = (client: Client, workflowId: string, signal?: AbortSignal): Promise<CaseSnapshot> =>
  ask(client, workflowId, caseQuery, [], signal);

/** Queries a workflow, running or ended. @throws RequestError if the workflow is unknown or no worker answers */
export const answerOf = <R, A extends unknown[] = []>(
  client: Client,
  workflowId: string,
  question: QueryDefinition<R, A>,
  ...args: A
): Promise<R> => ask(client, workflowId, question, args).catch(explained(client, workflowId));

function ask<R, A extends unknown[]>(
  client: Client,
  workflowId: string,
  question: QueryDefinition<R, A>,
  args: A,
  signal?: AbortSignal,
): Promise<R> {
  const answer = () => client.workflow.getHandle(workflowId).query(question, ...args);
  return client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    signal ? client.withAbortSignal(signal, answer) : answer(),
  );
}

const explained =
  (client: Client, workflowId: string) =>
  async (error: unknown): Promise<never> => {
    if (isUnreadable(error)) throw timedOut(UNREADABLE);
    if (error instanceof WorkflowNotFoundError) throw unknownCase(workflowId);
    throw hasStatus(error, ...UNANSWERED)
      ? await unanswered(client, await pinnedText(client, workflowId))
      : error;
  };

const UNREADABLE = 'No worker can read this case any more. Tell whoever runs the desk.';

/** Whether a worker's code does not fit the case's history, which it reports like an unknown query. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof QueryNotRegisteredError && error.message.includes('[TMPRL1100]');

/** A sentence on the only build that could have answered; empty if any worker could. */
async function pinnedText(client: Client, workflowId: string): Promise<string> {
  const build = await pinnedBuildOf(client, workflowId).catch(() => undefined);
  return build === undefined ? '' : `It belongs to the build ${build}: only a worker of that build answers.`;
}

/** A case by all workflows of its chain, with the id of the one that carries it now. */
export interface ChainSnapshot extends CaseSnapshot {
  readonly workflowId: string;
  /** The calls of the bank that do not come through at the moment, with the reason, a sentence each. */
  readonly calls: readonly string[];
  /** Why no worker has taken its start, a sentence: it stands where it began for good. */
  readonly notBegun?: string;
}

/** One snapshot of a case, read from every workflow of its chain. @throws RequestError */
export async function snapshotOf(client: Client, kind: CaseKind, reference: string): Promise<ChainSnapshot> {
  const chain = await describedChain(client, kind, reference);
  const snapshots = await Promise.all(chain.map(({ workflowId: id }) => answerOf(client, id, caseQuery)));
  const described = chain.at(-1) ?? chain[0];
  const { workflowId } = described;
  const calls = await waitingCalls(client, workflowId, described);
  const snapshot = { workflowId, calls, ...snapshots.reduce(joined) };
  const why = await whyNotTaken(client, workflowId, described);
  if (why === undefined) return snapshot;
  const { waiting: _waiting, attention: _attention, approval: _approval, ...kept } = snapshot;
  const stageTitle = isLaterRun(described) ? 'Not taken up again' : 'Not begun';
  return { ...kept, stageTitle, ended: true, commands: [], notBegun: why };
}

/** Joins two snapshots: facts, checklists and timelines of both, and the state of the later one. */
const joined = (earlier: CaseSnapshot, later: CaseSnapshot): CaseSnapshot => ({
  ...later,
  facts: { ...earlier.facts, ...later.facts },
  checklist: [...earlier.checklist, ...later.checklist],
  timeline: [...earlier.timeline, ...later.timeline],
});

/** No worker, or none in time. `RESOURCE_EXHAUSTED`: too many queries already wait for a worker, so the server takes no more. */
const UNANSWERED = [
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.FAILED_PRECONDITION,
];
