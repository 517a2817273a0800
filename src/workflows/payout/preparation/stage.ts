import { waitFor } from '../../case/steps';
import { isApprovalValid, obtainApproval } from './approval';
import { confirmBeneficiary } from './beneficiary';
import { untilBankIsUp } from './bank-uptime';
import type { PayoutCase } from '../payout-case';
import { untilSourceCanPay } from './source-account';

/**
 * Everything before the send: the beneficiary, the approval, and what may hold the payout back. It begins anew when the
 * payout is changed meanwhile. Afterwards the payout counts as being sent; the result is the name to send it to.
 */
export async function prepare(payout: PayoutCase): Promise<string> {
  let accountName: string | undefined;
  while (accountName === undefined) accountName = await payout.unlessAmended(() => makeReady(payout));
  return accountName;
}

/** Nothing when the payout was changed meanwhile. */
async function makeReady(payout: PayoutCase): Promise<string | undefined> {
  const accountName = await confirmBeneficiary(payout);
  do {
    if (!(await obtainApproval(payout, accountName))) return undefined;
    await untilNothingHolds(payout);
  } while (!isApprovalValid(payout));
  payout.enter('SUBMITTING');
  return accountName;
}

/** Its bank is up, its account can pay (where the policy checks that), and no operator holds it. */
async function untilNothingHolds(payout: PayoutCase): Promise<void> {
  if (payout.input.policy.preChecks === 'always') {
    await untilBankIsUp(payout);
    await untilSourceCanPay(payout);
  }
  while (payout.holds.byOperatorNow) await waitFor(payout, 'RELEASE', () => payout.holds.untilReleased());
}
