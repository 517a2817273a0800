import type { Context } from '@temporalio/activity';
import {
  ApplicationFailure,
  ensureApplicationFailure,
  TemporalFailure,
  type DataConverter,
} from '@temporalio/common';
import type { ActivityInterceptors, ActivityInterceptorsFactory } from '@temporalio/worker';
import { argumentsOf, boundCall, type BoundFailure, type BoundResult } from '../../domain/wire/bound-call';
import { INVALID_INPUT, OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';
import { reasonUnreadable, reasonUnreadableAmong } from '../../domain/wire/unreadable-payload';

/** The interceptors of activities: with encrypted payloads, a worker answers only calls of our workflows. */
export const activityInterceptors = ({ payloadCodecs = [] }: DataConverter): ActivityInterceptorsFactory[] =>
  payloadCodecs.length > 0 ? [refuseUnreadable, boundActivities] : [refuseUnreadable];

/** Runs only activities called with a sealed input, and names the call in each answer. */
const boundActivities = ({ info }: Context): ActivityInterceptors => ({
  inbound: {
    async execute(input, next) {
      const { call } = boundCall(input.args, info.activityType) ?? {};
      if (call === undefined) throw ApplicationFailure.nonRetryable(UNSEALED, INVALID_INPUT);
      try {
        const result = await next({ ...input, args: [...argumentsOf(input.args, info.activityType)] });
        return { call, result } satisfies BoundResult;
      } catch (error) {
        throw isOfServer(error) ? error : bound(error, call);
      }
    },
  },
});

const UNSEALED = 'The activity was not carried out: no workflow of ours has called it with a sealed input.';

/** Cancellations and asynchronous completion are not failures of an activity. */
const isOfServer = (error: unknown) =>
  (error instanceof TemporalFailure && !(error instanceof ApplicationFailure)) ||
  ['AbortError', 'CompleteAsyncError'].includes((error as Partial<Error> | undefined)?.name ?? '');

function bound(error: unknown, call: string): ApplicationFailure {
  const { message, type, nonRetryable, nextRetryDelay, category, stack, ...failure } =
    ensureApplicationFailure(error);
  const told: BoundFailure = { call, type: type ?? '', message, details: failure.details ?? [] };
  const about = { nonRetryable: nonRetryable ?? false, details: [told] };
  const failed = ApplicationFailure.create({
    ...{ ...about, message },
    ...(type != null && { type }),
    ...(nextRetryDelay != null && { nextRetryDelay }),
    ...(category != null && { category }),
    ...(failure.cause && { cause: failure.cause }),
  });
  return Object.assign(failed, { stack });
}

/** Refuses an activity whose input, or earlier attempt's heartbeat details, the worker could not read. */
const refuseUnreadable = ({ info }: Context): ActivityInterceptors => ({
  inbound: {
    async execute(input, next) {
      const reason = reasonUnreadableAmong(input.args);
      if (reason !== undefined)
        throw refused(`The input of the activity was refused: ${reason}`, INVALID_INPUT);
      const told = reasonUnreadable((info as { heartbeatDetails?: unknown }).heartbeatDetails);
      if (told !== undefined)
        throw refused(`What an earlier attempt told was refused: ${told}`, OUTCOME_UNKNOWN);
      return next(input);
    },
  },
});

const refused = (message: string, type: string) => ApplicationFailure.nonRetryable(`${message}.`, type);
