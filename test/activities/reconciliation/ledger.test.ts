import type { Client } from '@temporalio/client';
import { LedgerReader } from '../../../src/activities/reconciliation/ledger';
import { REAL_TIME } from '../../../src/domain/time/clock';

const AT = new Date('2026-12-04T09:00:00Z');
const result = { status: 'SUCCESS', amountKobo: 100, sourceAccountNumber: '9000000001' };

/** An index with one payout, by the conditions on its end that a query names. */
const client = {
  workflow: {
    async *list({ query }: { query: string }) {
      const [, from = '1970-01-01'] = /CloseTime >= "([^"]+)"/.exec(query) ?? [];
      const [, to = ''] = /CloseTime < "([^"]+)"/.exec(query) ?? [];
      if (AT >= new Date(from) && AT < new Date(to))
        yield {
          ...{ workflowId: 'payout:PO-1', runId: 'run', startTime: AT, closeTime: AT },
          status: { name: 'COMPLETED' },
        };
    },
    getHandle: () => ({ result: () => Promise.resolve(result) }),
  },
} as unknown as Client;

test('an account that we paid from is looked at after months without a payout, too, and not before its first one', async () => {
  const ledger = new LedgerReader(client, REAL_TIME);
  expect(await ledger.accountsUntil('2027-03-01T00:00:00Z')).toEqual(['9000000001']);
  expect(await ledger.accountsUntil('2026-12-01T00:00:00Z')).toEqual([]);
});
