import { runCase } from '../../../src/workflows/case/run-case';
import type { PayoutInput } from '../../../src/domain/payout/input';
import { confirmBeneficiary } from '../../../src/workflows/payout/preparation/stage';
import { PayoutCase } from '../../../src/workflows/payout/payout-case';
import { follow } from '../../../src/workflows/payout/following';
import { submit } from '../../../src/workflows/payout/submission';
import type { PayoutResult } from '../../../src/domain/payout/stages';

/** The payout with two of its stages swapped, as an engineer might deploy it while payouts are running. */
export async function payoutWorkflow(input: PayoutInput): Promise<PayoutResult> {
  const payout = new PayoutCase(input);
  return runCase(payout, async () => {
    await submit(payout, input.beneficiary.accountName);
    await confirmBeneficiary(payout);
    return follow(payout);
  });
}
