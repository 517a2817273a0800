import { workflowInfo } from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import type { ApprovedRow } from '../../../domain/batch/approved-rows';
import { INVALID_INPUT } from '../../../domain/wire/failure-types';
import { batchOfChunk } from '../../../domain/wire/workflow-ids';

/** What a batch has settled for one of its payouts before: its approval as a whole, and the name of the account's holder. */
export interface BatchPreApproval {
  readonly accountName: string;
  /** Business instant at which the approval lapses; missing where the batch was approved before it had any. */
  readonly until?: string | undefined;
  /** Who made or changed the batch. */
  readonly makers?: readonly string[];
  /** What proves it; missing where messages name their own actors. */
  readonly approved?: ApprovedRow;
}

/**
 * The pre-approval of a payout that a chunk of a batch has started, which that batch has started itself: no other caller
 * may spare a payout its checks.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function preApprovalFromBatch(given: BatchPreApproval | undefined): BatchPreApproval | undefined {
  if (given === undefined) return undefined;
  const { parent, root } = workflowInfo();
  const batch = batchOfChunk(parent?.workflowId ?? '');
  if (batch === undefined || root?.workflowId !== batch)
    throw ApplicationFailure.nonRetryable(
      'The input cannot be used: only a batch can approve a payout before it is started',
      INVALID_INPUT,
    );
  return given;
}
