import { isGrpcServiceError, ServiceError, type Client } from '@temporalio/client';
import type { CaseSnapshot } from '../domain/case/snapshot';
import { caseQuery } from '../domain/wire/messages';
import { waitingCalls } from './pending-calls';
import { unanswered } from './connection';

/** A worker answers within this time, or there is none. */
const ANSWER_WITHIN_MS = 5_000;

/** Reads the case of a workflow, running or ended. A worker must be there to answer. */
export function readCase(client: Client, workflowId: string, signal?: AbortSignal): Promise<CaseSnapshot> {
  const patience = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return client.withAbortSignal(signal ? AbortSignal.any([signal, patience]) : patience, () =>
    client.workflow.getHandle(workflowId).query(caseQuery),
  );
}

/** The ids of the workflows that have carried a case, in order; the last one carries it now. @throws RequestError */
export type WorkflowChain = (client: Client, reference: string) => Promise<readonly string[]>;

/** A case as its whole workflow chain tells it, with the workflow that carries it now. */
export interface ChainSnapshot extends CaseSnapshot {
  readonly workflowId: string;
  /** Which calls of the bank do not come through at the moment, and why; a sentence each. */
  readonly calls: readonly string[];
}

/** One snapshot of a case, read from every workflow of its chain. @throws RequestError */
export async function snapshotOf(
  client: Client,
  { workflowChain }: { readonly workflowChain: WorkflowChain },
  reference: string,
): Promise<ChainSnapshot> {
  const ids = await workflowChain(client, reference);
  const snapshots = await Promise.all(ids.map((id) => readCase(client, id))).catch(async (error: unknown) => {
    throw isUnanswered(error) ? await unanswered(client) : error;
  });
  const workflowId = ids.at(-1) ?? '';
  return { workflowId, calls: await waitingCalls(client, workflowId), ...snapshots.reduce(joined) };
}

/** What the earlier workflow knew stays known; where the case stands is for the later one to say. */
const joined = (earlier: CaseSnapshot, later: CaseSnapshot): CaseSnapshot => ({
  ...later,
  facts: { ...earlier.facts, ...later.facts },
  checklist: [...earlier.checklist, ...later.checklist],
  timeline: [...earlier.timeline, ...later.timeline],
});

const CANCELLED = 1;
const DEADLINE_EXCEEDED = 4;
const FAILED_PRECONDITION = 9;
const UNANSWERED = [CANCELLED, DEADLINE_EXCEEDED, FAILED_PRECONDITION];

/** Whether a query found no worker, or none in time. */
function isUnanswered(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && UNANSWERED.includes(cause.code);
}
