import { holderOf } from '../../sandbox/money/banks';
import { payoutFile } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';

const environment = steering();
const BENEFICIARY = '0000000050';

async function callsOf(operation: string): Promise<number> {
  const calls = (await environment.parts().calls()) as unknown as Record<string, { readonly calls: number }>;
  return calls[operation]?.calls ?? 0;
}

test('ten payouts that are outstanding on one account are settled by two or three reads in all', async () => {
  const file = () => payoutFile(holderOf('901', BENEFICIARY), BENEFICIARY, '9000000001');
  const payouts = await Promise.all(Array.from({ length: 10 }, () => environment.startPayout(file())));
  // Time passes for all of them together.
  for (const payout of payouts) await payout.result();
  expect(environment.bank.committed.list({ effect: 'payout-committed' })).toHaveLength(10);
  const reads = (await callsOf('listTransactions')) + (await callsOf('getPayoutStatus'));
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(3);
});
