import type { BatchCheck, Mistake } from '../../../src/desk/contract';

/** What the fake desk complains about: amounts that are no whole kobo, and account numbers without 10 digits. */
const RULES: Readonly<Record<string, readonly [RegExp, string]>> = {
  amountKobo: [/^[1-9]\d*$/, 'amountKobo must be a whole number of kobo'],
  accountNumber: [/^\d{10}$/, 'accountNumber must be exactly 10 digits'],
  reference: [/^\S+$/, 'reference must not be empty'],
};

/** The rows of a CSV text without quotes, and what is wrong with them. */
export function checkCsv(csv: string): BatchCheck {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header.split(',');
  const rows = lines.map((line, place) => ({ line: place + 2, cells: line.split(',') }));
  const problems = rows.flatMap(({ line, cells }) =>
    columns.flatMap((column, place): Mistake[] => {
      const [pattern, message] = RULES[column] ?? [/^/, ''];
      return pattern.test(cells[place] ?? '') ? [] : [{ line, column, message }];
    }),
  );
  const amounts = rows.map(({ cells }) => Number(cells[columns.indexOf('amountKobo')]) || 0);
  return {
    columns,
    rows,
    problems,
    warnings: [],
    repeated: [],
    totals: {
      rows: rows.length,
      totalKobo: amounts.reduce((sum, amount) => sum + amount, 0),
      largestKobo: Math.max(0, ...amounts),
      beneficiaries: new Set(rows.map(({ cells }) => cells[columns.indexOf('accountNumber')])).size,
    },
  };
}
