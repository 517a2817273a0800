import type { Context, Info } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import * as kind from '../domain/wire/failure-types';
import { stalledSignal, unknownWordSignal } from '../domain/wire/messages';
import { WATCH_QUEUE } from '../domain/wire/task-queues';
import { LruCache } from './polling/lru-cache';

/** What attempts without progress leave for the next one, in milliseconds of the server's clock. */
interface Stall {
  readonly sinceMs: number;
  /** When the workflow is told (again). */
  readonly tellAtMs: number;
}

/** Every type of failure that repeats but the limit of calls, which lets each call through in its turn. */
const WITHOUT_PROGRESS: readonly string[] = [
  kind.SERVICE_UNAVAILABLE,
  kind.NOT_AUTHORISED,
  kind.NOT_YET,
  kind.ATTEMPT_LOST,
  kind.UNEXPECTED_RESPONSE,
  kind.UNEXPECTED_FAULT,
];

/** How long a step may repeat without progress before a person should know. */
const STALLED_AFTER_MS = 10 * 60_000;

/**
 * Tells the workflow of an attempt that failed when its activity repeats without progress: after ten minutes, and each
 * time that the time has doubled. What runs on the queue of waits is a wait that the case shows anyway.
 */
export function tellStall(context: Context, { type, nonRetryable }: ApplicationFailure): void {
  const { info } = context;
  const isRepeated = !nonRetryable && WITHOUT_PROGRESS.includes(type ?? '');
  if (!isRepeated || info.taskQueue === WATCH_QUEUE) return;
  const nowMs = info.currentAttemptScheduledTimestampMs;
  const { sinceMs, tellAtMs } = stallIn(info) ?? { sinceMs: nowMs, tellAtMs: nowMs + STALLED_AFTER_MS };
  const isDue = nowMs >= tellAtMs;
  if (isDue) void signalled(context, type ?? '');
  context.heartbeat({ sinceMs, tellAtMs: isDue ? nowMs + (nowMs - sinceMs) : tellAtMs } satisfies Stall);
}

function stallIn(info: Info): Stall | undefined {
  const { sinceMs, tellAtMs } = Object(info.heartbeatDetails) as Partial<Stall>;
  return sinceMs === undefined || tellAtMs === undefined ? undefined : { sinceMs, tellAtMs };
}

/** A message that is lost is sent again in time; the attempt must not wait for it. */
async function signalled({ client, info }: Context, failureType: string): Promise<void> {
  const { workflowId, runId } = info.workflowExecution ?? {};
  if (workflowId === undefined) return;
  const workflow = client.workflow.getHandle(workflowId, runId);
  await workflow.signal(stalledSignal, { failureType, activity: info.activityType }).catch(() => undefined);
}

/** What this process has told, by activity: a poll comes back for days, and each signal stands in a history. */
const told = new LruCache<string>();

/** Tells the workflow once that its poll sees a word of the bank that the document does not have. */
export function tellUnknownWord(context: Context, sentence: string): void {
  const { activityId, workflowExecution } = context.info;
  const key = `${workflowExecution?.runId} ${activityId}`;
  if (told.recall(key, 0)?.data === sentence) return;
  told.keep(key, sentence, 0);
  void toldWorkflow(context, sentence).catch(() => undefined);
}

async function toldWorkflow({ client, info }: Context, sentence: string): Promise<void> {
  const { workflowId, runId } = info.workflowExecution ?? {};
  if (workflowId !== undefined)
    await client.workflow.getHandle(workflowId, runId).signal(unknownWordSignal, { sentence });
}
