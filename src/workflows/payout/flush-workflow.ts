import type { FlushFile } from '../../domain/payout/input';
import { runCase } from '../case/run-case';
import { PayoutCase } from './payout-case';
import { follow } from './following';
import { sendPrepared, toItsEnd } from './submission';
import type { PayoutResult } from '../../domain/payout/stages';

/** One flush: as a payout, of whatever the account holds when the bank takes it. */
export async function flushWorkflow(input: FlushFile): Promise<PayoutResult> {
  const flush = new PayoutCase(input, { kind: 'flush' });
  return runCase(flush, async () => {
    await sendPrepared(flush);
    return toItsEnd(() => follow(flush));
  });
}
