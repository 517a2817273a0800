import { Context } from '@temporalio/activity';
import { ApplicationFailure, type SignalDefinition } from '@temporalio/common';
import { LRUCache } from 'lru-cache';
import * as kind from '../domain/wire/failure-types';
import { stalledSignal, unknownWordSignal } from '../domain/wire/messages';
import { WATCH_QUEUE } from '../domain/wire/task-queues';
import { wrapped } from './activity-wrapper';
import { leave, leftIn } from './heartbeats';

/** The state that attempts without progress leave for the next one, in milliseconds of the server's clock. */
interface Stall {
  readonly sinceMs: number;
  /** When the workflow is told (again). */
  readonly tellAtMs: number;
}

/** The failures that mean no progress. The limit of calls does not: it lets each call through in turn. */
export const WITHOUT_PROGRESS: readonly string[] = [
  kind.SERVICE_UNAVAILABLE,
  kind.NOT_AUTHORISED,
  kind.NOT_YET,
  kind.ATTEMPT_LOST,
  kind.UNEXPECTED_RESPONSE,
  kind.UNEXPECTED_FAULT,
  kind.RECORDS_UNAVAILABLE,
];

/**
 * How long a step may repeat without progress before a person should know, by default: with a write that gets
 * no reply, its grace, and a last read that gets none either, its case needs attention within ten minutes.
 */
const STALLED_AFTER_MS = 7 * 60_000;

/** The same activities, each of which tells its workflow when it repeats without progress. */
export const notifyingOfStalls = <A extends object>(activities: A, stalledAfterMs = STALLED_AFTER_MS): A =>
  wrapped(activities, async (run) => {
    const startedMs = performance.now();
    try {
      return await run();
    } catch (error) {
      const tookMs = performance.now() - startedMs;
      if (error instanceof ApplicationFailure)
        tellStall(Context.current(), error, { tookMs, stalledAfterMs });
      throw error;
    }
  });

/**
 * Tells the workflow that its activity repeats without progress: before the next attempt would come too late
 * for that, and each time that the time has doubled. The case shows the wait of a poll anyway.
 */
function tellStall(
  context: Context,
  failure: ApplicationFailure,
  { tookMs, stalledAfterMs }: { readonly tookMs: number; readonly stalledAfterMs: number },
): void {
  const { info } = context;
  const type = failure.type ?? '';
  const isRepeated = !failure.nonRetryable && WITHOUT_PROGRESS.includes(type);
  const isPoll = info.taskQueue === WATCH_QUEUE && info.activityType.startsWith('await');
  if (!isRepeated || isPoll) return;
  const scheduledMs = info.currentAttemptScheduledTimestampMs;
  const nowMs = scheduledMs + tookMs;
  const left = leftIn(context) as Partial<Stall>;
  const { sinceMs = scheduledMs, tellAtMs = scheduledMs + stalledAfterMs } = left;
  const pauseMs = typeof failure.nextRetryDelay === 'number' ? failure.nextRetryDelay : 0;
  const isDue = nowMs + pauseMs >= tellAtMs;
  if (isDue) tell(context, stalledSignal, { failureType: type, activity: info.activityType });
  const stall: Stall = { sinceMs, tellAtMs: isDue ? nowMs + (nowMs - sinceMs) : tellAtMs };
  leave(context, { ...left, ...stall });
}

/** A message that is lost is sent again in time; the attempt must not wait for it. */
function tell<A extends unknown[]>(context: Context, signal: SignalDefinition<A>, ...news: A): void {
  const { workflowId, runId } = context.info.workflowExecution ?? {};
  if (workflowId === undefined) return;
  const told = async () => context.client.workflow.getHandle(workflowId, runId).signal(signal, ...news);
  void told().catch(() => undefined);
}

/** The words reported by this process, per activity: a poll comes back for days, and signals add up. */
const told = new LRUCache<string, string>({ max: 5_000 });

/** Tells the workflow once that its poll sees a word of the bank that the document does not have. */
export function tellUnknownWord(context: Context, sentence: string): void {
  const { activityId, workflowExecution } = context.info;
  const key = `${workflowExecution?.runId} ${activityId}`;
  if (told.get(key) === sentence) return;
  told.set(key, sentence);
  tell(context, unknownWordSignal, { sentence });
}
