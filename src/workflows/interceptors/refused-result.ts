import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';

/** A result that a workflow cannot take counts as a lost reply: the work may have been done or not. */
export function refusedResult(source: string, reason: string): ActivityFailure {
  const cause = ApplicationFailure.nonRetryable(`The result was refused: ${reason}.`, OUTCOME_UNKNOWN);
  return new ActivityFailure(cause.message, source, undefined, 'NON_RETRYABLE_FAILURE', undefined, cause);
}
