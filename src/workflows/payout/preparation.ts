import { isStillApproved, obtainApproval } from './approval';
import { confirmBeneficiary } from './beneficiary';
import type { PayoutCase } from './payout-case';
import { becomeReady } from './readiness';

/**
 * Everything before the send: the beneficiary, the approval, and what may hold the payout back. It begins anew when the
 * payout is changed meanwhile. Afterwards the payout counts as being sent; the result is the name to send it to.
 */
export async function prepare(payout: PayoutCase): Promise<string> {
  for (;;) {
    const accountName = await payout.unlessAmended(() => makeReady(payout));
    if (accountName !== undefined) return accountName;
  }
}

async function makeReady(payout: PayoutCase): Promise<string> {
  const accountName = await confirmBeneficiary(payout);
  do {
    await obtainApproval(payout, accountName);
    await becomeReady(payout);
  } while (!isStillApproved(payout));
  payout.file.enter('SUBMITTING');
  return accountName;
}
