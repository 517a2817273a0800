import {
  reconcileAccounts,
  type ReconcilingDependencies,
} from '../../../src/activities/reconciliation/reconcile';
import { RequestRefusedError } from '../../../src/bank/errors';
import type { Return } from '../../../src/domain/reconciliation/ledger';
import type { OwnMovement } from '../../../src/domain/reconciliation/statement';

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
async function reconciled(
  ours: readonly OwnMovement[],
  listed: readonly Transaction[],
  known = listed,
  accounts: readonly string[] = [],
) {
  let verified = 0;
  const reopened: Return[] = [];
  const bank: ReconcilingDependencies['statements']['bank'] = {
    listTransactions: async ({ page = 1, account_number: account }) => {
      if (account === UNKNOWN) throw new RequestRefusedError('listTransactions', 404, 'account not found');
      return {
        transactions: listed.slice((page - 1) * 20, page * 20),
        last: page * 20 >= listed.length,
        query: { limit: 20, offset: 0, includeBalance: true, status: [], entity: '' },
      };
    },
    verifyTransaction: async ({ reference }) => {
      verified += 1;
      const found = known.find(({ uniqueRef }) => uniqueRef === reference);
      if (!found) throw new RequestRefusedError('verifyTransaction', 404, 'transaction not found');
      return { success: true, message: '', statusCode: '200', transaction: found };
    },
  };
  const ledger = {
    endedBetween: async (fromAt: string, toAt: string) =>
      ours.filter(({ endedAt = '' }) => endedAt >= fromAt && endedAt < toAt),
    accountsUntil: async () => [ACCOUNT],
    named: async (references: readonly string[]) =>
      ours.filter(({ reference }) => references.includes(reference)),
  };
  const report = await reconcileAccounts(
    {
      statements: { bank },
      ledger,
      reopen: async (found) => {
        reopened.push(found);
        return undefined;
      },
      accounts,
    },
    REQUEST,
  );
  return { report, verified, reopened };
}

/** An account that the bank does not have. */
const UNKNOWN = '0000000001';

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

/** Paid twenty days before the period, and taken back in it. */
const PAID_AT = '2026-10-31T10:00:00.000Z';
const old = { ...payout(7), startedAt: PAID_AT, endedAt: PAID_AT };
const oldDebit = { ...transaction(7), entryDate: PAID_AT, updatedDate: newest.entryDate };
const shortly = { ...newest, uniqueRef: 'U-99', internalRef: 'I-99' };

test.each([
  ['Reversal: PO-7 salary', 'our reference behind words of the bank'],
  ['RVSL/PO-7/000013', 'our reference between strokes'],
  ['Funds returned U-7', 'the reference of the debit'],
])(
  'a credit of %s (%s) reopens a payout that was paid weeks ago, and is a difference until it is',
  async (description) => {
    const { report, reopened } = await reconciled([old], [{ ...shortly, description }, oldDebit]);
    expect(reopened).toMatchObject([
      { references: ['PO-7'], evidence: [{ source: 'credit', uniqueRef: 'U-99', amountKobo: 50_000 }] },
    ]);
    expect(report).toMatchObject({ unmatched: 1, accounts: [{ counts: { income: 0 } }] });
    expect(report.accounts[0]?.differences).toMatchObject([{ cause: 'RETURNED', reference: 'PO-7' }]);
  },
);

test('a debit of weeks ago that the bank marks as reversed now reopens its payout, though its credit says nothing', async () => {
  const marked = { ...oldDebit, wasReversed: true };
  const { reopened } = await reconciled([old], [{ ...shortly, description: 'Funds returned' }, marked]);
  expect(reopened).toMatchObject([
    {
      references: expect.arrayContaining(['PO-7']) as string[],
      evidence: [{ source: 'mark', uniqueRef: 'U-7' }],
    },
  ]);
});

test('money that comes in and only mentions a word that is the reference of a payout makes no difference of that payout', async () => {
  const other = { ...old, reference: 'Invoice', uniqueRef: 'U-8', account: '9000000002' };
  const { report } = await reconciled([other], [{ ...shortly, description: 'Invoice of November' }]);
  expect(report).toMatchObject({ unmatched: 0, matched: 0 });
});

test('an account from which nothing was paid in the period is compared, too', async () => {
  const { report } = await reconciled([], [{ ...newest, transactionType: 'DEBIT', description: 'Rent' }]);
  expect(report.accounts[0]?.differences).toMatchObject([{ cause: 'UNKNOWN_DEBIT', theirsKobo: 50_000 }]);
});

test('a payout from an account that does not exist keeps no night from its end, and one that is called paid is a difference', async () => {
  const cancelled = { ...payout(2), status: 'CANCELLED', account: UNKNOWN, uniqueRef: undefined } as const;
  const listed = [newest, transaction(1)];
  const { report } = await reconciled([payout(1), cancelled], listed);
  expect(report).toMatchObject({ matched: 1, unmatched: 0 });
  const { report: other } = await reconciled([payout(1), { ...payout(3), account: UNKNOWN }], listed);
  expect(other).toMatchObject({ matched: 1, oursOnly: 1 });
});

test('an account that people have named for comparison and that does not exist is refused', async () => {
  await expect(reconciled([payout(1)], [newest], [newest], [UNKNOWN])).rejects.toThrow('account not found');
});
