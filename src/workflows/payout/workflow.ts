import type { PayoutInput, FlushFile } from '../../domain/payout/input';
import type { BatchPreApproval } from './preparation/contributors';
import { runCase } from '../case/run-case';
import { PayoutCase } from './payout-case';
import { follow } from './following';
import { sendPrepared, toItsEnd } from './submission';
import type { PayoutResult } from '../../domain/payout/stages';

/** One payout: beneficiary confirmed, approved, sent once, followed to its end. Only a batch gives a pre-approval. */
export async function payoutWorkflow(
  input: PayoutInput,
  preApproval?: BatchPreApproval,
): Promise<PayoutResult> {
  const payout = new PayoutCase(input, { preApproval });
  return runCase(payout, async () => {
    await sendPrepared(payout);
    return toItsEnd(() => follow(payout));
  });
}

/** One flush: as a payout, of whatever the account holds when the bank takes it. */
export async function flushWorkflow(input: FlushFile): Promise<PayoutResult> {
  const flush = new PayoutCase(input, { kind: 'flush' });
  return runCase(flush, async () => {
    await sendPrepared(flush);
    return toItsEnd(() => follow(flush));
  });
}
