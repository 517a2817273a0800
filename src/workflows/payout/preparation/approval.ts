import { ruleFor } from '../../../domain/case/approval';
import { payoutContent } from '../../../domain/payout/order';
import type { PayoutCase } from '../payout-case';

/**
 * Waits until as many people have agreed as the policy asks for; a batch was approved as a whole.
 * @returns false when the payout was changed meanwhile.
 */
export async function obtainApproval(payout: PayoutCase, accountName: string): Promise<boolean> {
  const { approvals, approvalExpiresHours } = payout.input.policy;
  const rule = payout.preApproval ? undefined : ruleFor(approvals, payout.atMostKobo);
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
