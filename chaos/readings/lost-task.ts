import type { WorkflowHandle } from '@temporalio/client';

type Event = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** Every task of a case times out long before. */
const LONGEST_TASK_MS = 60_000;

/**
 * Whether the server has lost a task of a case: begun and never ended, although another one followed it or its time was
 * over. The server that skips time does so where something reaches a case in the very moment in which its task ends; no
 * worker can go on from such a history.
 */
export function hasLostTask(events: readonly Event[], nowMs: number): boolean {
  const tasks = events.filter((event) => isTaskBegun(event) || isTaskScheduled(event) || isTaskEnded(event));
  const last = events.at(-1);
  const untilMs = last && isOver(last) ? timeOf(last) : nowMs;
  return tasks.some((event, place) => {
    const next = tasks[place + 1];
    if (!isTaskBegun(event)) return false;
    return next ? isTaskScheduled(next) : untilMs - timeOf(event) > LONGEST_TASK_MS;
  });
}

const isTaskBegun = (event: Event) => Boolean(event.workflowTaskStartedEventAttributes);

const isTaskScheduled = (event: Event) => Boolean(event.workflowTaskScheduledEventAttributes);

const isTaskEnded = (event: Event) =>
  Boolean(
    event.workflowTaskCompletedEventAttributes ??
    event.workflowTaskFailedEventAttributes ??
    event.workflowTaskTimedOutEventAttributes,
  );

const isOver = (event: Event) => Boolean(event.workflowExecutionTerminatedEventAttributes);

const timeOf = ({ eventTime }: Event) => Number(eventTime?.seconds ?? 0) * 1_000;
