import { ruleFor } from '../../domain/case/approval';
import type { LimitsCase } from './limits-case';

/** Waits until as many people have agreed as the policy asks for; limits count as the largest amount there is. */
export async function obtainApproval({ approval, input }: LimitsCase): Promise<void> {
  const { policy, createdBy, reference, accountNumber, perTransactionNaira, dailyNaira } = input;
  const rule = ruleFor(policy.approvals, Infinity);
  if (!rule) return;
  await approval.obtain({
    content: [reference, accountNumber, perTransactionNaira, dailyNaira],
    rule,
    makers: createdBy === undefined ? [] : [createdBy],
    expiresHours: policy.approvalExpiresHours,
  });
}
