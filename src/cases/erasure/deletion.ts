import { isGrpcServiceError, type Client } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError } from '../request-error';
import type { CustomerCase } from './customer-cases';

/** Of the gRPC protocol. */
const NOT_FOUND = 5;
const LOOK_AGAIN_MS = 200;
const GONE_WITHIN_MS = 60_000;

/**
 * Deletes every run of a case from Temporal, and waits until Temporal tells nothing of them any more. Each run is named,
 * so that none is touched which began since they were listed. @throws RequestError
 */
export async function deleteRuns(client: Client, { workflowId, runIds }: CustomerCase): Promise<void> {
  const { namespace } = client.options;
  const api = client.workflowService;
  for (const runId of runIds)
    await api
      .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } })
      .catch(unlessGone);
  const deadline = performance.now() + GONE_WITHIN_MS;
  const isThere = async (runId: string) =>
    (await api
      .describeWorkflowExecution({ namespace, execution: { workflowId, runId } })
      .catch(unlessGone)) !== undefined;
  const isListed = async () => (await client.workflow.count(`WorkflowId = "${workflowId}"`)).count > 0;
  for (const runId of runIds)
    // Ends when Temporal has done what it has taken on, or takes too long for it.
    while ((await isThere(runId)) || (runId === runIds.at(-1) && (await isListed()))) {
      if (performance.now() > deadline)
        throw new RequestError(
          'timedOut',
          `Temporal has taken on to delete ${workflowId}, but still shows it. Ask again later.`,
        );
      await sleep(LOOK_AGAIN_MS);
    }
}

function unlessGone(error: unknown): undefined {
  if (isGrpcServiceError(error) && (error.code as number) === NOT_FOUND) return undefined;
  throw error;
}
