import { batchInput, checkBatch, checkRows } from '../../../src/domain/batch/input';
import { BATCH_ROWS_MAX } from '../../../src/domain/batch/rows';
import { batchFile, batchRows } from '../../support/workflows/batch-sample';

const problemsOf = (given: unknown) => checkBatch(given).problems;
const rowWith = (more: object) => batchFile([{ ...batchRows(1)[0]!, ...more }]);

test('a batch that is right comes back as it was given, with its concurrency', () => {
  const file = batchFile(batchRows(3));
  expect(checkBatch(file)).toEqual({ batch: { ...file, concurrency: 50 }, problems: [] });
  expect(batchInput.safeParse(file).success).toBe(true);
});

test.each([
  ['a fraction', 25_000.5],
  ['negative', -25_000],
  ['zero', 0],
  ['too small', 19_999],
  ['beyond what is exact', 2 ** 53],
  ['infinite', Infinity],
  ['a text', '2500000'],
  ['missing', undefined],
])('an amount that is %s is refused by row and field', (_what, amountKobo) => {
  expect(problemsOf(rowWith({ amountKobo }))).toEqual([
    expect.stringMatching(/^row 1: amountKobo (must be|is)/),
  ]);
});

test.each([
  ['no batch', null, 'payouts must be a list'],
  ['a list', [], 'payouts must be a list'],
  ['no rows', batchFile([]), 'there are no rows'],
  ['a row that is none', { ...batchFile([]), payouts: [7] }, 'row 1'],
  ['unknown fields of a row', rowWith({ colour: 'red' }), 'row 1: unknown fields: colour'],
  ['unknown fields of the batch', { ...batchFile(batchRows(1)), colour: 'red' }, 'unknown fields: colour'],
  ['no creator', { ...batchFile(batchRows(1)), createdBy: undefined }, 'createdBy must be a text'],
  ['no source', { ...batchFile(batchRows(1)), source: undefined }, 'source must name'],
  [
    'no concurrency to speak of',
    batchFile(batchRows(1), { concurrency: 0 }),
    'concurrency must be from 1 to 200',
  ],
])('%s is refused', (_what, given, problem) => {
  expect(problemsOf(given).join('\n')).toContain(problem);
});

test('a reference that stands there twice is refused, with both rows', () => {
  const rows = batchRows(4);
  expect(problemsOf(batchFile([...rows, { ...rows[1]!, amountKobo: 30_000 }]))).toEqual([
    'row 5: reference is the same as in row 2',
  ]);
});

test('a payment that stands there twice is told by both rows, and is no problem', () => {
  const rows = batchRows(4);
  expect(checkRows([...rows, { ...rows[1]!, reference: 'PO-AGAIN' }])).toMatchObject({
    problems: [],
    warnings: [`row 5 (PO-AGAIN) repeats account and amount of row 2 (${rows[1]!.reference})`],
  });
});

test('too many rows are refused in one sentence, and as many as allowed fit', () => {
  const rows = batchRows(BATCH_ROWS_MAX + 1);
  expect(checkRows(rows).problems).toEqual([
    'there are 5001 rows; a batch has at most 5000: make several batches of it',
  ]);
  expect(problemsOf(batchFile(rows.slice(0, BATCH_ROWS_MAX)))).toEqual([]);
});

test('a batch that is too long for Temporal is refused, and so is a total that cannot be exact', () => {
  const long = 'Ñ'.repeat(100);
  const rows = batchRows(5_000).map((row) => ({ ...row, remark: long, accountName: long, bankName: long }));
  expect(problemsOf(batchFile(rows))).toEqual([expect.stringContaining('make several batches of it')]);
  const rich = batchRows(2).map((row) => ({ ...row, amountKobo: Number.MAX_SAFE_INTEGER }));
  expect(problemsOf(batchFile(rich))).toEqual(['the total of all amounts is too large to be exact']);
});
