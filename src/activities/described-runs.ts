import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';

/** The latest run of a workflow; `undefined` where Temporal knows none under this id. Exact, unlike a list. */
export const described = (
  client: Client,
  workflowId: string,
): Promise<WorkflowExecutionDescription | undefined> =>
  client.workflow.getHandle(workflowId).describe().catch(unlessGone);

/** For what asks about a workflow that may not run, or never have run. */
export function unlessGone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError) return undefined;
  throw error;
}
