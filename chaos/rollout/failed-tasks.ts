import type { Client } from '@temporalio/client';
import { historiesOf, isFailedTask, type Event } from '../messages/histories';

const WORKFLOW_TASK_COMPLETED = 7;

/** Workflow tasks of one case that failed. */
export interface FailedTasks {
  readonly failed: number;
  /** Those after which the case has gone on. */
  readonly healed: number;
  /** When the first of them failed, in milliseconds. */
  readonly sinceMs: number;
}

/** Counts the failed tasks of a case; Temporal writes down the first of several attempts. */
export async function failedTasksOf(client: Client, workflowId: string): Promise<FailedTasks> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const firstRunId = raw.workflowExecutionInfo?.firstRunId ?? undefined;
  const counts = { failed: 0, healed: 0, sinceMs: Infinity };
  for await (const events of historiesOf(client, workflowId, firstRunId)) {
    const lastCompleted = events.findLastIndex(
      ({ eventType }) => Number(eventType) === WORKFLOW_TASK_COMPLETED,
    );
    for (const [place, event] of events.entries()) {
      if (!isFailedTask(event)) continue;
      counts.failed += 1;
      if (place < lastCompleted) counts.healed += 1;
      counts.sinceMs = Math.min(counts.sinceMs, instantOf(event));
    }
  }
  return counts;
}

const instantOf = ({ eventTime }: Event) =>
  Number(eventTime?.seconds ?? 0) * 1_000 + (eventTime?.nanos ?? 0) / 1_000_000;
