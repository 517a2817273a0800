import { workflowInfo } from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import { INVALID_INPUT } from '../../domain/wire/failure-types';

/**
 * Checks that a workflow runs under the id that belongs to its reference: under a second id, Temporal would let the same
 * reference do the same again.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function requireWorkflowId(expected: string): void {
  if (workflowInfo().workflowId !== expected) throw refused(`the workflow id must be ${expected}`);
}

/**
 * Checks that the workflow of another case has started this one, and no other program: what that case has settled is
 * taken for granted here.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function requireParent(expected: string): void {
  if (workflowInfo().parent?.workflowId !== expected)
    throw refused(`only ${expected} can start this workflow`);
}

const refused = (why: string) =>
  ApplicationFailure.nonRetryable(`The input cannot be used: ${why}`, INVALID_INPUT);
