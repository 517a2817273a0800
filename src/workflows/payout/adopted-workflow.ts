import type { Adoption } from '../../domain/payout/adoption';
import { runCase } from '../case/run-case';
import { AdoptedCase } from './adopted-case';
import { follow } from './following';
import { sendPrepared, takeUp, toItsEnd } from './submission';
import type { PayoutResult } from '../../domain/payout/stages';

/** Takes up a payout, or a flush, whose earlier run was ended by force, and follows it to its end. */
export async function adoptedPayoutWorkflow(adoption: Adoption): Promise<PayoutResult> {
  const payout = new AdoptedCase(adoption);
  return runCase(payout, async () => {
    const { sentTo } = payout;
    if (sentTo === undefined) await sendPrepared(payout);
    else await toItsEnd(() => takeUp(payout, sentTo));
    return toItsEnd(() => follow(payout));
  });
}
