import { ruleFor } from '../../../domain/case/approval';
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
    content: contentOf(payout, accountName),
    rule,
    makers: payout.makers,
    expiresHours: approvalExpiresHours,
  });
  if (isApproved) payout.enter('APPROVED');
  return isApproved;
}

/** Everything that must be the same when the money goes out. */
const contentOf = ({ input }: PayoutCase, accountName: string) => {
  const { reference, amountKobo, source, beneficiary, remark, metaData } = input;
  const { bankCode, accountNumber } = beneficiary;
  const order = [reference, amountKobo, source.accountNumber, bankCode, accountNumber, accountName, remark];
  return metaData ? [...order, metaData] : order;
};
