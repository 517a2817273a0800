import type { Client } from '@temporalio/client';
import {
  backfillMissedEvents,
  type BackfillDependencies,
} from '../../../src/activities/reconciliation/scheduled-jobs';
import { RequestRefusedError } from '../../../src/bank/errors';
import { bankWith } from '../../support/fake-bank';

const AT = '2026-11-20T10:00:00.000+0000';
const line = (transactionType: string, uniqueRef: string, description: string, wasReversed: boolean) => ({
  ...{ transactionType, uniqueRef, description, wasReversed, amount: 50_000, entryDate: AT, updatedDate: AT },
  ...{ internalRef: uniqueRef, internal: false, accountId: 'A-1', externalStatus: 'SUCCESS' },
});

/** The bank does not have this account. */
const UNKNOWN = '0000000001';

/** What a backfill starts for the lines of one account, or of those that payouts name where people name none. */
async function startedFor(
  transactions: readonly ReturnType<typeof line>[],
  accounts: readonly string[] = ['9000000001'],
): Promise<object[]> {
  const started: object[] = [];
  const start = (_: string, { args }: { args: [object] }) => Promise.resolve(started.push(...args));
  const deps = {
    bank: bankWith({
      listTransactions: async ({ account_number: account }) => {
        if (account === UNKNOWN) throw new RequestRefusedError('listTransactions', 404, 'account not found');
        return { transactions, last: true } as never;
      },
      listWebhookEvents: () => Promise.resolve({ data: [], total: 0 } as never),
    }),
    client: { workflow: { start } } as unknown as Client,
    ledger: { accountsUntil: async () => [UNKNOWN, '9000000001'] },
    accounts,
  } as unknown as BackfillDependencies;
  await backfillMissedEvents(deps, { sinceAt: '2026-11-19T00:00:00Z', nowAt: '2026-11-21T00:00:00Z' });
  return started;
}

test('money that came back under other words is told to its payout where the bank marks the debit', async () => {
  const lines = [line('DEBIT', '17', 'PO-1 Invoice', true), line('CREDIT', '18', 'Funds returned', false)];
  const returned = { source: 'mark', accountNumber: '9000000001', uniqueRef: '17', amountKobo: 50_000 };
  expect(await startedFor(lines)).toContainEqual(
    expect.objectContaining({
      mentions: expect.arrayContaining(['PO-1']) as string[],
      returned: expect.objectContaining(returned) as object,
    }),
  );
});

test('a payout from an account that does not exist keeps no event of the others from being found', async () => {
  expect(await startedFor([line('CREDIT', '18', 'Rent', false)], [])).toHaveLength(1);
  await expect(startedFor([], [UNKNOWN])).rejects.toThrow('account not found');
});
