import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';

/** The latest run of a workflow; `undefined` where Temporal knows none under this id. Exact, unlike a list. */
export const described = (
  client: Client,
  workflowId: string,
): Promise<WorkflowExecutionDescription | undefined> =>
  client.workflow.getHandle(workflowId).describe().catch(unlessGone);

/** For `catch`: `undefined` for a workflow that is gone or never ran; any other error is thrown. */
export function unlessGone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError) return undefined;
  throw error;
}
