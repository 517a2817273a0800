import type { PayoutInput } from '../input/payout-input';
import { confirmBeneficiary } from './payout/beneficiary';
import { PayoutCase } from './payout/payout-case';
import { follow, submit } from './payout/submission';
import type { PayoutResult } from './results';

/** One payout: the beneficiary's name resolved and compared, sent once, followed to its end. */
export async function payoutWorkflow(input: PayoutInput): Promise<PayoutResult> {
  const payout = new PayoutCase(input);
  return payout.run(async () => {
    const accountName = await confirmBeneficiary(payout);
    await submit(payout, accountName);
    return follow(payout);
  });
}
