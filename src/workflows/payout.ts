import type { PayoutInput } from '../input/payout-input';
import type { BatchCover } from './payout/cover';
import { PayoutCase } from './payout/payout-case';
import { prepare } from './payout/preparation';
import { follow, submit } from './payout/submission';
import type { PayoutResult } from './results';

/** One payout: beneficiary confirmed, approved, sent once, followed to its end. Only a batch gives a cover. */
export async function payoutWorkflow(input: PayoutInput, cover?: BatchCover): Promise<PayoutResult> {
  const payout = new PayoutCase(input, { cover });
  return payout.run(async () => {
    const accountName = await prepare(payout);
    await submit(payout, accountName);
    return follow(payout);
  });
}
