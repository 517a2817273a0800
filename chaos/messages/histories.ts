import type { Client, WorkflowHandle } from '@temporalio/client';

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
  for await (const events of historiesOf(client, workflowId, firstRunId)) {
    counts.runs++;
    counts.events += events.length;
    counts.failedTasks += events.filter(isFailedTask).length;
  }
  return counts;
}

export type Event = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** The events of each run of a case, from its first run on. */
export async function* historiesOf(
  client: Client,
  workflowId: string,
  firstRunId: string | undefined,
): AsyncGenerator<Event[]> {
  let runId = firstRunId;
  while (runId !== undefined && runId !== '') {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    yield events ?? [];
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
}

/** A task that a new message has overtaken is not among them. */
export const isFailedTask = ({ eventType, workflowTaskFailedEventAttributes }: Event): boolean =>
  Number(eventType) === WORKFLOW_TASK_FAILED &&
  Number(workflowTaskFailedEventAttributes?.cause) !== UNHANDLED_COMMAND;
