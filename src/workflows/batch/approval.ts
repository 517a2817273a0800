import { ruleFor } from '../../domain/case/approval';
import { ANY_OTHER } from '../../domain/payout/policy';
import type { BatchCase } from './batch-case';

/** Waits until enough people have approved the batch as it stands. Leaving out rows begins anew. */
export async function approveAsWhole(batch: BatchCase): Promise<void> {
  batch.enter('APPROVAL');
  let isApproved = false;
  while (!isApproved) isApproved = await obtainApproval(batch);
}

function obtainApproval(batch: BatchCase): Promise<boolean> {
  const { approvals, approvalExpiresHours } = batch.input.policy;
  return batch.approval.obtain({
    content: contentOf(batch),
    rule: ruleFor(approvals, batch.validated.totals.totalKobo) ?? ANY_OTHER,
    makers: batch.madeBy,
    expiresHours: approvalExpiresHours,
  });
}

/** Everything that must not change once it is approved: the rows with the names in which the accounts are held. */
const contentOf = ({ input, rows }: BatchCase) => ({
  batch: input.reference,
  source: input.source,
  rows: rows.payable,
});
