import { workflowInfo } from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import { INVALID_INPUT } from '../../domain/wire/failure-types';

/**
 * Checks that a workflow runs under the id that belongs to its reference: under a second id, Temporal would let the same
 * reference do the same again.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function requireWorkflowId(expected: string): void {
  if (workflowInfo().workflowId === expected) return;
  throw ApplicationFailure.nonRetryable(
    `The input cannot be used: the workflow id must be ${expected}`,
    INVALID_INPUT,
  );
}
