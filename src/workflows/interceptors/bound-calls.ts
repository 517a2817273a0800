import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import {
  getRandomStream,
  type WorkflowInterceptorsFactory,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { callOf, isOfCall, type BoundCall } from '../../domain/wire/bound-call';
import { reasonUnreadable } from '../../domain/wire/unreadable-payload';
import { refusedResult } from './unreadable-payloads';

interface Scheduled {
  readonly activityType: string;
  readonly args: unknown[];
}

/** Names each call, and takes an answer for that call alone. A reset keeps the names, so it reads its earlier answers. */
async function bound<I extends Scheduled>(input: I, next: (input: I) => Promise<unknown>): Promise<unknown> {
  const { activityType } = input;
  const call = callOf(activityType, getRandomStream('bound-calls').uuid4());
  const handed: BoundCall = { call, args: input.args };
  const answer = await next({ ...input, args: [handed] }).catch((error: unknown) => {
    throw failureOf(error, call);
  });
  if (isOfCall(answer, call)) return answer.result;
  throw refusedResult(activityType, reasonUnreadable(answer) ?? NOT_OF_THIS_CALL);
}

const NOT_OF_THIS_CALL = 'it does not answer this call';

/** Takes a failure for its call alone. The server's own (timeouts, cancellations) has no details of ours. */
function failureOf(error: unknown, call: string): unknown {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (!(error instanceof ActivityFailure) || !(cause instanceof ApplicationFailure)) return error;
  const { message, type, nonRetryable } = cause;
  const [told] = cause.details ?? [];
  const isGenuine = isOfCall(told, call) && told.type === (type ?? '') && told.message === message;
  if (!isGenuine) return refusedResult(error.activityType, NOT_OF_THIS_CALL);
  const failure = ApplicationFailure.create({
    ...{ message, nonRetryable: nonRetryable ?? false, details: [...(told.details ?? [])] },
    ...(cause.cause && { cause: cause.cause }),
    ...(type != null && { type }),
  });
  const { activityType, activityId, retryState, identity } = error;
  return new ActivityFailure(error.message, activityType, activityId, retryState, identity, failure);
}

const outbound: WorkflowOutboundCallsInterceptor = {
  scheduleActivity: bound,
  scheduleLocalActivity: bound,
};

export const interceptors: WorkflowInterceptorsFactory = () => ({ outbound: [outbound] });
