import type { Client } from '@temporalio/client';

/** In the protocol's enumerations. */
const WORKFLOW_TASK_FAILED = 9;
const UNHANDLED_COMMAND = 1;

/** What the histories of a case say, all of its runs together. */
export interface HistoryCounts {
  readonly runs: number;
  readonly events: number;
  /** Workflow tasks that failed by a message; a task that a new message has overtaken is not among them. */
  readonly failedTasks: number;
}

/** Counts in the histories of a case, from its first run on. */
export async function countsOf(
  client: Client,
  workflowId: string,
  firstRunId: string,
): Promise<HistoryCounts> {
  const counts = { runs: 0, events: 0, failedTasks: 0 };
  let runId: string | undefined = firstRunId;
  while (runId !== undefined && runId !== '') {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    counts.runs++;
    counts.events += events?.length ?? 0;
    counts.failedTasks += (events ?? []).filter(
      ({ eventType, workflowTaskFailedEventAttributes }) =>
        Number(eventType) === WORKFLOW_TASK_FAILED &&
        Number(workflowTaskFailedEventAttributes?.cause) !== UNHANDLED_COMMAND,
    ).length;
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  return counts;
}
