import { parse } from 'csv-parse/sync';
import { resultsCsv } from '../../../src/cases/batch-results';
import { resultsText } from '../../../src/cli/commands/batch';
import type { RowResult } from '../../../src/domain/batch/validation-results';

const results: RowResult[] = [
  { row: 1, reference: 'PO-1', amountKobo: 25_000, status: 'SUCCESS', feeKobo: 1000, uniqueRef: 'u-1' },
  { row: 2, reference: 'PO-2', amountKobo: 25_000, status: 'FAILED', reason: '=cmd|calc, "now"' },
  { row: 3, reference: 'PO-3', amountKobo: 25_000, status: 'CANCELLED', reason: '@SUM' },
];

test('results come as CSV, one line a row, and no cell of it runs as a formula', () => {
  const lines = parse<Record<string, string>>(resultsCsv(results), { columns: true });
  expect(lines).toEqual([
    expect.objectContaining({ row: '1', status: 'SUCCESS', feeKobo: '1000', uniqueRef: 'u-1', reason: '' }),
    expect.objectContaining({ row: '2', reason: `'=cmd|calc, "now"` }),
    expect.objectContaining({ row: '3', reason: `'@SUM` }),
  ]);
});

test('people see sums, and the rows that are not paid', () => {
  const text = resultsText(results);
  expect(text).toMatch(/SUCCESS +1 +₦250.00 +paid/);
  expect(text).not.toContain('PO-1 ');
  expect(text).toContain('PO-2');
});
