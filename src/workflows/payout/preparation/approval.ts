import { payoutContent } from '../../../domain/payout/order';
import { ANY_OTHER, approvalFor } from '../../../domain/payout/policy';
import type { PayoutCase } from '../payout-case';

/**
 * Waits until as many people have agreed as the policy asks for; a batch was approved as a whole, which counts until that
 * approval lapses.
 * @returns false when the payout was changed meanwhile.
 */
export async function obtainApproval(payout: PayoutCase, accountName: string): Promise<boolean> {
  const { approvalExpiresHours } = payout.input.policy;
  const own = isApprovedWithBatch(payout) ? undefined : ruleOf(payout);
  const rule = payout.approval.wantedRule ?? own;
  if (!rule) return true;
  const isApproved = await payout.approval.obtain({
    content: payoutContent(payout.input, accountName),
    rule,
    makers: payout.makers,
    expiresHours: approvalExpiresHours,
  });
  if (isApproved) payout.enter('APPROVED');
  return isApproved;
}

/** A payout of a batch is never paid unseen. */
const ruleOf = ({ preApproval, atMostKobo, input: { policy } }: PayoutCase) =>
  approvalFor(policy, atMostKobo, preApproval && ANY_OTHER);

/** Whether the approval of its batch covers it, and has not lapsed. */
const isApprovedWithBatch = (payout: PayoutCase): boolean =>
  payout.preApproval !== undefined && payout.now() < (payout.preApproval.until ?? FOR_EVER);

/** Later than any instant of business time: of batches that were approved before approvals had an end. */
const FOR_EVER = '9999';

/** Whether it may be sent by what was approved; without a question to approvers it may. */
export const isApprovalValid = (payout: PayoutCase): boolean =>
  payout.approval.until === undefined && payout.preApproval
    ? isApprovedWithBatch(payout)
    : payout.approval.isValid;
