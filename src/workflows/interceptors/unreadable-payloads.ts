import {
  ActivityFailure,
  ApplicationFailure,
  defaultPayloadConverter,
  type Payload,
} from '@temporalio/common';
import { decode } from '@temporalio/common/lib/encoding';
import {
  log,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptorsFactory,
  type WorkflowInternalsInterceptor,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { INVALID_INPUT, OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';
import { isInternalSignal } from '../../domain/wire/messages';
import {
  NOT_OF_A_WORKER,
  ORIGIN,
  reasonUnreadable,
  reasonUnreadableAmong,
  unreadable,
  type Origin,
} from '../../domain/wire/unreadable-payload';

/** Stops messages that a workflow cannot read: a signal is dropped, everything else is refused. */
const inbound: WorkflowInboundCallsInterceptor = {
  async execute(input, next) {
    refuseUnreadable('The input of the workflow', input.args);
    return next(input);
  },
  async handleSignal(input, next) {
    const reason = reasonUnreadableAmong(input.args);
    if (reason === undefined) return next(input);
    log.warn(`A signal was dropped: ${reason}`);
  },
  validateUpdate(input, next) {
    refuseUnreadable('The command', input.args);
    next(input);
  },
  async handleUpdate(input, next) {
    refuseUnreadable('The command', input.args);
    return next(input);
  },
  async handleQuery(input, next) {
    refuseUnreadable('The query', input.args);
    return next(input);
  },
};

function refuseUnreadable(what: string, args: readonly unknown[]): void {
  const reason = reasonUnreadableAmong(args);
  if (reason !== undefined)
    throw ApplicationFailure.nonRetryable(`${what} was refused: ${reason}.`, INVALID_INPUT);
}

/** Makes unreadable any signal that a person sent under the name of a signal that only workers send. */
const internals: WorkflowInternalsInterceptor = {
  activate(input, next) {
    for (const { signalWorkflow: signal } of input.activation.jobs ?? [])
      if (signal?.input?.some(isOfPerson) && isInternalSignal(signal.signalName ?? ''))
        signal.input = [defaultPayloadConverter.toPayload(unreadable(NOT_OF_A_WORKER))];
    next(input);
  },
};

const isOfPerson = ({ metadata }: Payload): boolean => {
  const origin = metadata?.[ORIGIN];
  return !!origin && decode(origin) === ('person' satisfies Origin);
};

/** A result that a workflow cannot read counts as lost: the work may have been done or not. */
const outbound: WorkflowOutboundCallsInterceptor = {
  scheduleActivity: (input, next) => next(input).then((result) => readable(input.activityType, result)),
  scheduleLocalActivity: (input, next) => next(input).then((result) => readable(input.activityType, result)),
  async startChildWorkflowExecution(input, next) {
    const [started, ended] = await next(input);
    const result = ended.then((value) => readable(input.workflowType, value));
    // The workflow may never ask for it.
    result.catch(() => undefined);
    return [started, result];
  },
};

function readable(source: string, result: unknown): unknown {
  const reason = reasonUnreadable(result);
  if (reason === undefined) return result;
  throw refusedResult(source, reason);
}

/** A result that a workflow cannot take counts as a lost reply: the work may have been done or not. */
export function refusedResult(source: string, reason: string): ActivityFailure {
  const cause = ApplicationFailure.nonRetryable(`The result was refused: ${reason}.`, OUTCOME_UNKNOWN);
  return new ActivityFailure(cause.message, source, undefined, 'NON_RETRYABLE_FAILURE', undefined, cause);
}

export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [inbound],
  outbound: [outbound],
  internals: [internals],
});
