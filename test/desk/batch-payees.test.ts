import { createHashes } from '../../src/activities/hashes';
import { batchPayees } from '../../src/cases/batch-results';
import type { PayableRow } from '../../src/domain/batch/approved-rows';
import { progressIn } from '../../src/desk/routes/batches';
import { payeeLine, payeesDiffer, payeesOf } from '../../src/desk/views/payees';

const row = (number: number, more: Partial<PayableRow> = {}): PayableRow => ({
  ...{ row: number, reference: `PO-${number}`, amountKobo: 100_000 * number, remark: 'Rent' },
  ...{ bankCode: '901', bankName: 'What the maker wrote', accountNumber: `012345678${number}` },
  ...{ accountName: 'ADA EZE', nameOnAccount: 'ADA EZE' },
  ...more,
});
const rows = [row(1), row(2, { nameOnAccount: 'BOLA EZE' }), row(3)];
const contentOf = async (those: readonly PayableRow[]) => {
  const { root } = await createHashes().treeOfRows({ rows: those });
  return ['batch', 'BT-1', '9000000001', those.length, 600_000, ['maker-1'], root];
};
const knowledge = {
  person: { roles: ['approver' as const] },
  banks: new Map([['901', 'Almond Bank']]),
  paidBefore: new Set(['901:0123456781']),
};

test('the payees of a batch are shown where the digest stands for exactly these rows', async () => {
  expect(payeesDiffer(await contentOf(rows), rows)).toBeUndefined();
});

test.each<[string, readonly PayableRow[]]>([
  ['an account is another one', [row(1, { accountNumber: '9999999999' }), ...rows.slice(1)]],
  ['the name on an account is another one', [row(1, { nameOnAccount: 'EVE' }), ...rows.slice(1)]],
  ['an amount is another one', [row(1, { amountKobo: 1 }), ...rows.slice(1)]],
  ['a row is missing', rows.slice(1)],
  ['a row is more', [...rows, row(4)]],
  ['the order is another one', rows.toReversed()],
  ['there are none', []],
])('no payee is shown under a digest where %s', async (_, told) => {
  expect(payeesDiffer(await contentOf(rows), told)).toContain('Do not approve it');
});

test('no payee is shown under a digest that the batch does not tell the content of, or while a name is unknown', async () => {
  expect(payeesDiffer(undefined, rows)).toContain('look again');
  const { nameOnAccount: _unknown, ...unresolved } = row(3);
  expect(payeesDiffer(await contentOf(rows), [...rows.slice(0, 2), unresolved])).toContain('Do not approve');
});

test('payees come with differing names first, then the largest, of equal amounts the new ones first', () => {
  const equal = [row(4, { amountKobo: 100_000 }), ...rows];
  expect(payeesOf(equal, knowledge).map(({ row: number, isNew }) => [number, isNew])).toEqual([
    [2, true],
    [3, true],
    [4, true],
    [1, false],
  ]);
});

test('a row that pays account and amount of an earlier row names it, and one like an earlier payout names that', () => {
  const found = {
    kind: 'payout' as const,
    reference: 'PO-0',
    stageTitle: 'Paid',
    on: '2030-01-01T00:00:00.000Z',
  };
  const again = { ...row(1), reference: 'PO-7', row: 7 };
  const shown = payeesOf([row(1), row(2), again], { ...knowledge, alike: [{ of: 'PO-2', ...found }] });
  expect(shown.map(({ row: number, repeats, alike }) => [number, repeats, alike])).toEqual([
    [2, undefined, [{ of: 'PO-2', ...found }]],
    [1, undefined, undefined],
    [7, 1, undefined],
  ]);
});

test('a payee has the name that the bank lists for the code of the bank', () => {
  const shown = payeesOf(rows, knowledge);
  expect(shown[0]).toEqual({
    ...{ row: 2, reference: 'PO-2', amountKobo: 200_000, remark: 'Rent', isNew: true },
    ...{ givenName: 'ADA EZE', resolvedName: 'BOLA EZE', nameVerdict: 'mismatch' },
    ...{ bankCode: '901', bankName: 'Almond Bank', account: '0123456782' },
  });
  expect(JSON.stringify(payeesOf(rows, { ...knowledge, banks: new Map() }))).not.toContain('the maker wrote');
});

test('a payee has who let a differing name through, and why', () => {
  const accepted = { by: 'supervisor-1', why: 'KNOWN_ALIAS' };
  const [different] = payeesOf([{ ...row(2, { nameOnAccount: 'BOLA EZE' }), accepted }], knowledge);
  expect(different?.accepted).toEqual(accepted);
});

test('the payees as CSV have the end of the account alone, and the exact amount in naira', () => {
  const odd = row(1, { amountKobo: 100_000_000_007, remark: '=1+1' });
  expect(payeesOf([odd], knowledge).map(payeeLine)).toEqual([
    {
      ...{ row: 1, name: 'ADA EZE', bank: '901 Almond Bank', account: '…6781' },
      ...{ amount: '1000000000.07', remark: '=1+1' },
    },
  ]);
});

test('all payees are read, however many pages the batch tells them in', async () => {
  const all = Array.from({ length: 2_000 }, (_, index) => row(index + 1));
  const query = (_: unknown, from: number) => Promise.resolve(all.slice(from, from + 1_000));
  const client = {
    withDeadline: (_: unknown, run: () => unknown) => run(),
    workflow: { getHandle: () => ({ query }) },
  };
  expect(await batchPayees(client as never, 'batch:BT-1')).toHaveLength(2_000);
});

const progress = (facts: object, ended = false) =>
  progressIn('BT-1', { stage: 'PAYING', facts, ended } as never);

test('the progress of a batch counts the rows of chunks that have not begun, and those that were left out', () => {
  expect(
    progress({ rows: 293, excluded: 7, rowsSuccess: 200, rowsStarted: 40, rowsReady: 16 }),
  ).toMatchObject({
    ...{ total: 300, done: 207 },
    counts: { SUCCESS: 200, STARTED: 40, READY: 53, EXCLUDED: 7 },
  });
});

test('a batch that has ended has a result for every row', () => {
  expect(progress({ rows: 293, excluded: 7, rowsSuccess: 293, rowsReady: 0 }, true)).toMatchObject({
    ...{ total: 300, done: 300 },
    counts: { SUCCESS: 293, EXCLUDED: 7 },
  });
  expect(progress({ rows: 3 }, true)).toMatchObject({ total: 3, done: 3, counts: { CANCELLED: 3 } });
});
