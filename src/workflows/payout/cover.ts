import { workflowInfo } from '@temporalio/workflow';

/** What a batch has settled for one of its payouts before: its approval as a whole, and the resolved name. */
export interface BatchCover {
  readonly accountName: string;
}

/** The cover, if it is really a batch that gives it: nobody else may spare a payout its checks. */
export const coverFromBatch = (given: BatchCover | undefined): BatchCover | undefined =>
  workflowInfo().parent?.workflowId.startsWith('batch:') ? given : undefined;
