import { readFile } from 'node:fs/promises';
import { BATCH_COLUMNS, checkRows } from '../../src/domain/batch/input';
import { readBatchCsv } from '../../src/input/batch-csv';

const HEADER = BATCH_COLUMNS.join(',');
const GOOD = 'PO-1,2500000,901,Almond Bank,0123456789,ADA BELLO,Rent';

/** Every complaint about a file, in the order a person sees them. */
function problemsOf(text: string | Uint8Array): string[] {
  const table = readBatchCsv(typeof text === 'string' ? Buffer.from(text) : text);
  const { rows, problems } = table;
  return rows.length > 0 ? [...problems, ...checkRows(rows, table).problems] : [...problems];
}

/** The same row with one cell changed. */
const rowWith = (place: number, cell: string) => GOOD.split(',').with(place, cell).join(',');
const [REFERENCE, AMOUNT, BANK_CODE, BANK_NAME, NUMBER, NAME, REMARK] =
  BATCH_COLUMNS.keys() as unknown as number[];

test('the example can be used as it is', async () => {
  expect(problemsOf(await readFile('examples/batch.csv'))).toEqual([]);
});

test.each([
  ['with a byte order mark', `\ufeff${HEADER}\n${GOOD}\n`],
  ['with the line ends of Windows', `${HEADER}\r\n${GOOD}\r\n`],
  ['without an end of the last line', `${HEADER}\n${GOOD}`],
  ['with empty lines and spaces around cells', `${HEADER}\n\n${GOOD.replaceAll(',', ' , ')}\n\n`],
  ['with quoted cells', `${HEADER}\n${rowWith(REMARK!, '"Rent, ""May"""')}\n`],
])('a file %s is read', (_what, text) => {
  expect(problemsOf(text)).toEqual([]);
});

const NAIRA_HEADER = HEADER.replace('amountKobo', 'amount');
const readRows = (text: string) => readBatchCsv(Buffer.from(text)).rows;
const checkedRows = (text: string) => {
  const table = readBatchCsv(Buffer.from(text));
  return checkRows(table.rows, table).rows;
};

test('cells may be separated by semicolons, as a spreadsheet of another country writes them', () => {
  const semicolons = `${HEADER}\n${GOOD}`.replaceAll(',', ';').replace('Rent', 'Rent, May');
  expect(problemsOf(semicolons)).toEqual([]);
  expect(readRows(semicolons)).toEqual([expect.objectContaining({ reference: 'PO-1', remark: 'Rent, May' })]);
  expect(readRows(`${HEADER}\n${rowWith(REMARK!, 'Rent; May')}`)).toEqual([
    expect.objectContaining({ remark: 'Rent; May' }),
  ]);
});

test.each([
  ['25000', 2_500_000],
  ['25,000.5', 2_500_050],
  ['90071992547409.91', 9_007_199_254_740_991],
  ['1e5', undefined],
  ['-25000', undefined],
])('an amount of %s naira is exact, or refused', (written, kobo) => {
  const text = `${NAIRA_HEADER}\n${rowWith(AMOUNT!, `"${written}"`)}`;
  if (kobo === undefined)
    expect(problemsOf(text)).toEqual([
      'line 2 (row 1): amount must be in naira and at least 200.00, such as 45000.50',
    ]);
  else expect(checkedRows(text)).toEqual([expect.objectContaining({ amountKobo: kobo })]);
});

test('an amount below the least is told in naira where the file has naira', () => {
  expect(problemsOf(`${NAIRA_HEADER}\n${rowWith(AMOUNT!, '199.99')}`)).toEqual([
    'line 2 (row 1): amount must be in naira and at least 200.00, such as 45000.50',
  ]);
});

test.each([
  [';', '45000,50', 4_500_050],
  [';', '45000,5', 4_500_050],
  [';', '45 000,50', 4_500_050],
  [';', '45000.50', 4_500_050],
  [';', '45000', 4_500_000],
  [';', '450,00', 45_000],
  [';', '45,000,50', undefined],
  [';', '450,000', undefined],
  [';', '1,450,000', undefined],
  [';', '45,000.50', undefined],
  [';', '450.000', undefined],
  [',', '"450,000"', 45_000_000],
  [';', '45000,505', undefined],
  [',', '"45000,50"', undefined],
])('in a file with "%s" between cells, %s naira is read as %j', (delimiter, written, read) => {
  const [header, row] = [NAIRA_HEADER, GOOD].map((line) => line.replaceAll(',', delimiter));
  const text = `${header}\n${row!.replace('2500000', written)}`;
  expect(checkedRows(text).map(({ amountKobo }) => amountKobo)).toEqual(read === undefined ? [] : [read]);
});

test.each([
  [';', '450,000'],
  [';', '450.000'],
  [';', '45.000,50'],
  [',', '450.000'],
  [',', '"25.000,50"'],
])(
  'in a file with "%s" between cells, %s naira might be thousands or kobo: a problem',
  (delimiter, written) => {
    const [header, row] = [NAIRA_HEADER, GOOD].map((line) => line.replaceAll(',', delimiter));
    expect(problemsOf(`${header}\n${row!.replace('2500000', written)}`)).toEqual([
      'line 2 (row 1): amount has three digits after its decimal sign: write 450000 or 450000.00 (with semicolons 450000,00)',
    ]);
  },
);

test('columns and cells are those of the file, in its own order and unit', () => {
  const whole = readBatchCsv(Buffer.from(`${NAIRA_HEADER}\n${rowWith(AMOUNT!, '045000.5')}\nPO-2,1`));
  expect(whole.columns).toEqual(NAIRA_HEADER.split(','));
  expect(whole.cells).toEqual([rowWith(AMOUNT!, '045000.5').split(','), ['PO-2', '1']]);
});

test('names of columns may have capitals, as a spreadsheet or a person writes them', () => {
  const table = readBatchCsv(Buffer.from(`${NAIRA_HEADER.toUpperCase()}\n${GOOD}`));
  expect(table.problems).toEqual([]);
  expect(table.columns).toEqual(NAIRA_HEADER.split(','));
  expect(readRows(`${HEADER.toUpperCase()}\n${GOOD}`)).toEqual([
    expect.objectContaining({ amountKobo: 2_500_000 }),
  ]);
});

test('a bank code that is no number is a problem of its column', () => {
  expect(problemsOf(`${HEADER}\n${rowWith(BANK_CODE!, 'GTB')}`)).toEqual([
    'line 2 (row 1): bankCode must be at least 3 digits',
  ]);
});

test('columns may stand in any order', () => {
  const reversed = (line: string) => line.split(',').reverse().join(',');
  const { rows } = readBatchCsv(Buffer.from(`${reversed(HEADER)}\n${reversed(GOOD)}\n`));
  expect(rows).toEqual([expect.objectContaining({ reference: 'PO-1', amountKobo: 2_500_000 })]);
});

test.each([
  ['empty', '', 'the file is empty'],
  ['only a header', `${HEADER}\n`, []],
  [
    'of another encoding',
    Buffer.from(`${HEADER}\n${rowWith(NAME!, 'ADÉ')}`, 'latin1'),
    'line 2 is not UTF-8',
  ],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}\n${GOOD}`, 'utf16le'), 'the file is not UTF-8 text'],
  ['enormous', Buffer.alloc(4_000_001, 'a'), 'at most 4000000 are read'],
  ['with amounts in kobo and in naira', `${HEADER},amount\n${GOOD},25000\n`, 'amountKobo more than once'],
  ['without a header', `${GOOD}\n`, 'line 1: the header must be'],
  ['lacking a column', `${HEADER.replace(',remark', '')}\n`, 'has remark missing'],
  ['with an unknown column', `${HEADER},colour\n`, 'unknown columns in the places 8'],
  ['with a column twice', `${HEADER},remark\n`, 'remark more than once'],
  ['with a stray quotation mark', `${HEADER}\n"PO"x,1\n`, 'line 2: a quotation mark is out of place'],
])('a file that is %s is refused', (_what, text, problem) => {
  const problems = problemsOf(text);
  if (typeof problem === 'string') expect(problems).toEqual([expect.stringContaining(problem)]);
  else expect(problems).toEqual(problem);
});

test.each(['25,000.00', '12.5', '1e5', '-1', '0', '0x10', '', '₦500', '00250000', '9'.repeat(17), 'NaN'])(
  'the amount "%s" is refused by line and column',
  (cell) => {
    const quoted = cell.includes(',') ? `"${cell}"` : cell;
    expect(problemsOf(`${HEADER}\n${GOOD}\n${rowWith(AMOUNT!, quoted).replace('PO-1', 'PO-2')}\n`)).toEqual([
      expect.stringMatching(/^line 3 \(row 2\): amountKobo must be /),
    ]);
  },
);

test.each([
  [REFERENCE!, '=HYPERLINK(1)', 'reference begins like a formula'],
  [BANK_NAME!, '@SUM(A1)', 'bankName begins like a formula'],
  [NAME!, '+ADA BELLO', 'accountName begins like a formula'],
  [NAME!, 'AD\uFFFD', 'accountName holds a lost character'],
  [REMARK!, '-2+3', 'remark begins like a formula'],
  [REMARK!, '"Rent\nMay"', 'remark holds a line break'],
  [NUMBER!, '123456789', 'accountNumber must be exactly 10 digits'],
  [NUMBER!, '1.23457E+09', 'accountNumber must be exactly 10 digits'],
  [NAME!, '', 'accountName is required'],
  [NAME!, 'A'.repeat(101), 'accountName must be at most 100 characters'],
  [REFERENCE!, 'R'.repeat(31), 'reference must be at most 30 characters'],
  [REFERENCE!, 'P O', 'reference may hold letters'],
])('in column %i, a cell like %j is refused', (place, cell, problem) => {
  expect(problemsOf(`${HEADER}\n${rowWith(place, cell)}\n`).join('\n')).toContain(`(row 1): ${problem}`);
});

test('ragged rows are named, once each, and the others are still checked', () => {
  const text = `${HEADER}\nPO-1,2500000\n${GOOD},more\n${rowWith(AMOUNT!, '5')}\n`;
  expect(problemsOf(text)).toEqual([
    'line 2 (row 1): it has 2 cells, and the header 7',
    'line 3 (row 2): it has 8 cells, and the header 7',
    'line 4 (row 3): amountKobo must be at least 20000 kobo',
  ]);
});

test('no value of a row is repeated in a complaint', () => {
  const text = `${HEADER}\nSECRET 1,SECRET,SECRET,=SECRET,SECRET,@SECRET,-SECRET\n`;
  expect(problemsOf(text).length).toBeGreaterThan(5);
  expect(problemsOf(text).join()).not.toContain('SECRET');
});
