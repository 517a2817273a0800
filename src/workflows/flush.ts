import type { FlushFile } from '../input/flush-input';
import { PayoutCase } from './payout/payout-case';
import { prepare } from './payout/preparation';
import { follow, submit } from './payout/submission';
import type { PayoutResult } from './results';

/** One flush: as a payout, of whatever the account holds when the service takes it. */
export async function flushWorkflow(input: FlushFile): Promise<PayoutResult> {
  const flush = new PayoutCase(input, { kind: 'flush' });
  return flush.run(async () => {
    const accountName = await prepare(flush);
    await submit(flush, accountName);
    return follow(flush);
  });
}
