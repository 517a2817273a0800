import { approvalFor } from '../../domain/payout/policy';
import { limitsContent } from '../../domain/transfer-limits/limits';
import type { LimitsCase } from './limits-case';

/** Waits until as many people have agreed as the policy asks for; limits count as the largest amount there is. */
export async function obtainApproval({ approval, input }: LimitsCase): Promise<void> {
  const { policy, createdBy } = input;
  const rule = approval.wantedRule ?? approvalFor(policy, Infinity);
  if (!rule) return;
  await approval.obtain({
    content: limitsContent(input),
    rule,
    makers: createdBy === undefined ? [] : [createdBy],
    expiresHours: policy.approvalExpiresHours,
  });
}
