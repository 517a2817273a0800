import { WorkflowFailedError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import { caseOf } from '../domain/wire/workflow-ids';

type Described = Pick<WorkflowExecutionDescription, 'status' | 'runId' | 'raw'>;

/** Whether a case had runs before, which did some of its work. */
export const isLaterRun = ({ runId, raw }: Described): boolean =>
  (raw.workflowExecutionInfo?.firstRunId ?? runId) !== runId;

/** Why no worker has taken a case's start, or its next run, as a sentence; `undefined` if one has, or may yet. */
export async function whyNotTaken(client: Client, workflowId: string, described: Described) {
  if (described.status.name !== 'FAILED') return undefined;
  const { kind, reference } = caseOf(workflowId);
  const why = await whyFailed(client, workflowId);
  const done = isLaterRun(described) ? 'what its earlier runs did stays done' : 'nothing of it is done';
  return `No worker takes the ${kind} ${reference}, and ${done}: ${why ?? 'its log says why'}.`;
}

/** The sentence with which a workflow has failed, if it has one. */
export const whyFailed = (client: Client, workflowId: string): Promise<string | undefined> =>
  client.workflow
    .getHandle(workflowId)
    .result()
    .then(
      () => undefined,
      (error: unknown) => (error instanceof WorkflowFailedError ? rootCause(error.cause) : undefined),
    );
