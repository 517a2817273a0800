import { Context, type Info } from '@temporalio/activity';
import { URGENT_QUEUE } from '../domain/wire/task-queues';
import { OUTCOME_UNKNOWN, UNEXPECTED_FAULT } from '../domain/wire/failure-types';
import type { Effect } from '../bank/contract/operation';
import { NotAuthorisedError } from '../bank/errors';
import type { CallLimits } from '../bank/exchange';
import { ownRun } from './authority/acceptor';
import { AttemptLostError, failureOf } from './failures';

const SHARE_OF_ATTEMPT = 0.9;

/** Makes an activity of calls of the bank: they end with the attempt, and `failureOf` turns errors into failures. */
export function attempted<I, O, M extends unknown[]>(
  effect: Effect,
  work: (input: I, limits: CallLimits, ...more: M) => Promise<O>,
): (input: I, ...more: M) => Promise<O> {
  return async (input, ...more) => {
    const context = Context.current();
    try {
      const limits = effect === 'once' ? await limitsOnceHeld(context) : limitsOf(context);
      return await work(input, limits, ...more);
    } catch (error) {
      const failure = failureOf(error, { effect, attempt: context.info.attempt });
      const { cancellationSignal } = context;
      // A write that may have gone out reports that, rather than its cancellation.
      if (cancellationSignal.aborted && failure.type !== OUTCOME_UNKNOWN) throw cancellationSignal.reason;
      report(context, failure.type ?? '', error);
      throw failure;
    }
  };
}

/**
 * The server gives an attempt up after its start-to-close time, and may start another: by then nothing may be
 * sent. We stop a little earlier, to report ourselves what is known.
 */
const limitsOf = (
  { info, cancellationSignal }: Context,
  startedMs = performance.now(),
  timeoutMs = info.startToCloseTimeoutMs,
): CallLimits => ({
  signal: cancellationSignal,
  deadlineMs: startedMs + timeoutMs * SHARE_OF_ATTEMPT,
  urgency: info.taskQueue === URGENT_QUEUE ? 'urgent' : 'routine',
});

/**
 * A worker that was stopped, or cut off, may read its task when the server has long given it to another, and
 * no clock of its own can tell. So it asks the server right before a write that must not happen twice: an
 * accepted heartbeat keeps the attempt valid for the heartbeat's timeout, from when it was sent.
 */
async function limitsOnceHeld(context: Context): Promise<CallLimits> {
  const askedMs = performance.now();
  const { taskToken, heartbeatTimeoutMs } = context.info;
  const { heartbeatDetails } = context.info as { readonly heartbeatDetails?: unknown };
  const options = { serializationContext: ownerOfHeartbeat(context.info) };
  await context.client.activity.heartbeat(taskToken, heartbeatDetails, options).catch(() => {
    throw new AttemptLostError('nothing was sent: the server did not confirm that this attempt still counts');
  });
  return limitsOf(context, askedMs, heartbeatTimeoutMs);
}

/** The owner of a heartbeat's details: a codec encrypts them for this case. */
const ownerOfHeartbeat = ({ namespace, activityId, workflowExecution, isLocal }: Info) => ({
  type: 'activity' as const,
  namespace,
  activityId,
  isLocal,
  ...(workflowExecution && { workflowId: workflowExecution.workflowId }),
});

/** The same activities, each carried out by `act`. */
export const wrapped = <A extends object>(activities: A, act: (run: () => unknown) => Promise<unknown>): A =>
  Object.fromEntries(
    Object.entries(activities).map(([name, activity]) => [
      name,
      (...input: never[]) => act(() => (activity as (...input: never[]) => unknown)(...input)),
    ]),
  ) as A;

/** The same activities, which answer only workflows of this process. */
export const inPlace = <A extends object>(activities: A): A =>
  wrapped(activities, async (run) => {
    ownRun();
    return run();
  });

function report({ log, metricMeter }: Context, type: string, error: unknown) {
  metricMeter.createCounter('activity_failures', 'attempts', 'Attempts that failed').add(1, { type });
  // In an outage the rate limiter reports it once, not every caller.
  if (error instanceof NotAuthorisedError && error.nextAttemptInMs === undefined)
    log.error('The bank does not accept our keys: check SERVICE_KEY and SERVICE_API_KEY, or their files');
  if (type === UNEXPECTED_FAULT) log.error('An activity failed by a fault of our own', { at: frames(error) });
}

/** The frames of a stack without its first line, the message, which may repeat values. */
const frames = (error: unknown) =>
  error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : [];
