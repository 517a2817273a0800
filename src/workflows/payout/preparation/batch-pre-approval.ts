import { workflowInfo } from '@temporalio/workflow';
import { caseOf } from '../../../domain/wire/workflow-ids';

/** What a batch has settled for one of its payouts before: its approval as a whole, and the name of the account's holder. */
export interface BatchPreApproval {
  readonly accountName: string;
}

/** The pre-approval, if the payout was really started by a batch: no other caller may spare a payout its checks. */
export function preApprovalFromBatch(given: BatchPreApproval | undefined): BatchPreApproval | undefined {
  const { parent } = workflowInfo();
  return parent && caseOf(parent.workflowId).kind === 'batch' ? given : undefined;
}
