import type { PayoutInput } from '../input/payout-input';
import { confirmBeneficiary } from './payout/beneficiary';
import type { BatchCover } from './payout/cover';
import { PayoutCase } from './payout/payout-case';
import { follow, submit } from './payout/submission';
import type { PayoutResult } from './results';

/** One payout: the beneficiary's name resolved and compared, sent once, followed to its end. Batches give a cover. */
export async function payoutWorkflow(input: PayoutInput, cover?: BatchCover): Promise<PayoutResult> {
  const payout = new PayoutCase(input, cover);
  return payout.run(async () => {
    const accountName = await confirmBeneficiary(payout);
    await submit(payout, accountName);
    return follow(payout);
  });
}
