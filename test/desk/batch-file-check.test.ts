import { readFileSync } from 'node:fs';
import { checkCsv } from '../../src/desk/routes/batches';

const csv = readFileSync('examples/batch.csv', 'utf8').trim().split('\n');

test('three faulty rows are told by line, row and column, and the others are counted', () => {
  const lines = [...csv];
  lines[1] = lines[1]!.replace(/,\d{5,},/, ',12,');
  lines[2] = `${lines[2]},more`;
  lines[3] = lines[3]!.replace(/,\d{10},/, ',12345,');
  const { problems, rows, totals } = checkCsv(lines.join('\n')).check;
  expect(problems.map(({ line, row, column }) => ({ line, row, column }))).toEqual([
    { line: 3, row: 2 },
    { line: 2, row: 1, column: 'amountKobo' },
    { line: 4, row: 3, column: 'accountNumber' },
  ]);
  expect(totals.rows).toBe(csv.length - 4);
  expect(rows[0]).toMatchObject({ line: 2 });
});

test('a file in naira is corrected in naira: its own column, its own cells, and messages in its unit', () => {
  const header = 'reference;amount;bankCode;bankName;accountNumber;accountName;remark';
  const row = (amount: string) => `PO-1;${amount};901;Almond Bank;0123456789;ADA BELLO;Rent`;
  const { check } = checkCsv(`${header}\n${row('45k')}`);
  expect(check.columns).toEqual(header.split(';'));
  expect(check.rows).toEqual([{ line: 2, cells: row('45k').split(';') }]);
  expect(check.problems).toEqual([
    {
      ...{ line: 2, row: 1, column: 'amount' },
      message: 'amount must be in naira and at least 200.00, such as 45000.50',
    },
  ]);
  for (const [typed, totalKobo] of [
    ['45000', 4_500_000],
    ['45000,50', 4_500_050],
  ] as const)
    expect(checkCsv(`${check.columns.join(';')}\n${row(typed)}`).check).toMatchObject({
      ...{ problems: [], totals: { rows: 1, totalKobo } },
      rows: [{ line: 2, cells: row(typed).split(';') }],
    });
});

test('the name of another bank than that of the code is a problem of its row; a name that the list lacks is none', () => {
  const banks = new Map([
    ['901', 'Almond Bank'],
    ['090901', 'Almond Bank'],
    ['902', 'Baobab Bank'],
  ]);
  const header = 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark';
  const row = (code: string, name: string) => `PO-1,2500000,${code},${name},0123456789,ADA BELLO,Rent`;
  const problemsOf = (code: string, name: string, list = banks) =>
    checkCsv(`${header}\n${row(code, name)}`, list).check.problems;
  expect(problemsOf('902', 'ALMOND  bank')).toEqual([
    {
      ...{ line: 2, row: 1, column: 'bankName' },
      message: "bankName must be the bank of the code: by the bank's list 902 is Baobab Bank",
    },
  ]);
  for (const [code, name] of [
    ['901', 'almond bank'],
    ['090901', 'Almond Bank'],
    ['902', 'Baobab'],
  ] as const)
    expect(problemsOf(code, name)).toEqual([]);
  expect(problemsOf('902', 'Almond Bank', new Map())).toEqual([]);
  const lines = [header, row('901', 'Almond Bank'), row('902', 'Almond Bank'), row('999', 'Nobody')];
  expect(checkCsv(lines.join('\n'), banks).check.totals).toMatchObject({ rows: 1, totalKobo: 2_500_000 });
});

test('a payment that stands there twice is told by both lines and references, whatever rows are wrong between them', () => {
  const header = 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark';
  const row = (place: number, account = `012345678${place}`) =>
    `BR-${place},2500000,901,Almond Bank,${account},ADA BELLO,Rent`;
  const lines = [header, row(1), row(2, '12'), `${row(3)},more`, '', row(4), row(5, '0123456781')];
  expect(checkCsv(lines.join('\n')).check).toMatchObject({
    warnings: ['line 7 (BR-5) repeats account and amount of line 2 (BR-1)'],
    repeated: [7, 2],
    problems: [{ line: 4 }, { line: 3 }],
  });
});

test('a cell that a spreadsheet would run is a problem with its column', () => {
  const { problems } = checkCsv(
    [csv[0], csv[1]!.replace(/[^,]*$/, '=HYPERLINK("x")'.replace(/"/g, '')), csv[2]].join('\n'),
  ).check;
  expect(problems).toEqual([
    { line: 2, row: 1, column: 'remark', message: 'remark begins like a formula (= + - @)' },
  ]);
});

/** A payout that waits for an approval, as an approver sees it. */
