import {
  reconcileAccounts,
  type ReconcilingDependencies,
} from '../../../src/activities/reconciliation/reconcile';
import { RequestRefusedError } from '../../../src/bank/errors';
import type { OwnMovement } from '../../../src/domain/reconciliation/ledger';

const ACCOUNT = '9000000001';
const PERIOD = { fromAt: '2026-11-19T23:00:00.000Z', toAt: '2026-11-20T23:00:00.000Z' };
const REQUEST = { ...PERIOD, nowAt: '2026-11-21T08:00:00.000Z' };
/** Ten hours before the period: further back than its statement is read. */
const SENT_AT = '2026-11-19T13:00:00.000Z';

const transaction = (number: number) => ({
  wasReversed: false,
  amount: 50_000,
  description: `PO-${number} salary`,
  category: '',
  uniqueRef: `U-${number}`,
  internalRef: `I-${number}`,
  transactionType: 'DEBIT',
  entryDate: SENT_AT,
  updatedDate: SENT_AT,
  internal: false,
  accountId: 'A-1',
  externalStatus: 'SUCCESS',
  balance: 0,
});
type Transaction = ReturnType<typeof transaction>;

const payout = (number: number): OwnMovement => ({
  reference: `PO-${number}`,
  status: 'SUCCESS',
  amountKobo: 50_000,
  uniqueRef: `U-${number}`,
  account: ACCOUNT,
  startedAt: SENT_AT,
  endedAt: '2026-11-20T02:00:00.000Z',
});

/** Reconciles payouts with what a bank lists, and with what it knows without listing it. */
async function reconciled(ours: readonly OwnMovement[], listed: readonly Transaction[], known = listed) {
  let verified = 0;
  const bank: ReconcilingDependencies['statements']['bank'] = {
    listTransactions: async ({ page = 1 }) => ({
      transactions: listed.slice((page - 1) * 20, page * 20),
      last: page * 20 >= listed.length,
      query: { limit: 20, offset: 0, includeBalance: true, status: [], entity: '' },
    }),
    verifyTransaction: async ({ reference }) => {
      verified += 1;
      const found = known.find(({ uniqueRef }) => uniqueRef === reference);
      if (!found) throw new RequestRefusedError('verifyTransaction', 404, 'transaction not found');
      return { success: true, message: '', statusCode: '200', transaction: found };
    },
  };
  const ledger = {
    endedBetween: async () => [...ours],
    named: async (references: readonly string[]) =>
      ours.filter(({ reference }) => references.includes(reference)),
  };
  const report = await reconcileAccounts(
    { statements: { bank }, ledger, reopen: async () => undefined, accounts: [] },
    REQUEST,
  );
  return { report, verified };
}

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

/** A young line at the top lets a scan of the newest first stop early. */
const newest = { ...transaction(0), transactionType: 'CREDIT', entryDate: '2026-11-20T10:00:00.000Z' };

test('sixty payouts that settled long after they were sent are found further back on the statement', async () => {
  const listed = [newest, ...numbers(60).map(transaction)];
  const { report, verified } = await reconciled(numbers(60).map(payout), listed);
  expect(report).toMatchObject({ matched: 60, unmatched: 0 });
  expect(verified).toBe(0);
});

test('sixty payouts whose debits no list shows are asked for one by one, all of them', async () => {
  const { report, verified } = await reconciled(
    numbers(60).map(payout),
    [newest],
    numbers(60).map(transaction),
  );
  expect(report).toMatchObject({ matched: 60, unmatched: 0 });
  expect(verified).toBe(60);
});

test('a payout that the bank does not know even on request is reported as not on the statement', async () => {
  const { report } = await reconciled(numbers(2).map(payout), [newest], [transaction(1)]);
  expect(report).toMatchObject({ matched: 1, unmatched: 1, oursOnly: 1 });
  expect(report.accounts[0]?.differences).toMatchObject([{ cause: 'NOT_ON_STATEMENT', reference: 'PO-2' }]);
});
