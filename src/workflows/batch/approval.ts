import { batchContent, type ApprovedBatch, type ApprovedChunk } from '../../domain/batch/approved-rows';
import { ANY_OTHER, approvalFor } from '../../domain/payout/policy';
import type { BatchCase } from './batch-case';
import { inPlace } from './checks';

/** What was approved, and what shows of each chunk that it is a part of that. */
export type Frozen = Pick<ApprovedChunk, 'head' | 'branches'>;

/** Waits until enough people have approved the batch as it stands. Leaving out rows begins anew. */
export async function approveAsWhole(batch: BatchCase): Promise<Frozen> {
  batch.enter('APPROVAL');
  let approved: Frozen | undefined;
  while (!approved) approved = await obtainApproval(batch);
  return approved;
}

/** Nothing when the batch was changed meanwhile. */
async function obtainApproval(batch: BatchCase): Promise<Frozen | undefined> {
  const { policy } = batch.input;
  const { decisions } = batch.validated;
  const frozen = await freeze(batch);
  if (batch.validated.decisions !== decisions) return undefined;
  const isApproved = await batch.approval.obtain({
    content: batchContent(frozen.head),
    rule: approvalFor(policy, frozen.head.totalKobo, ANY_OTHER),
    makers: frozen.head.makers,
    expiresHours: policy.approvalExpiresHours,
  });
  return isApproved ? frozen : undefined;
}

/** Everything that must not change once it is approved: the rows with the names in which the accounts are held. */
async function freeze({ input, rows, validated, madeBy }: BatchCase): Promise<Frozen> {
  const { payable } = rows;
  const { totalKobo } = validated.totals;
  const { root, branches } = await inPlace.treeOfRows({ rows: payable });
  const head: ApprovedBatch = {
    batch: input.reference,
    sourceAccountNumber: input.source.accountNumber,
    rows: payable.length,
    totalKobo,
    makers: madeBy,
    root,
  };
  return { head, branches };
}
