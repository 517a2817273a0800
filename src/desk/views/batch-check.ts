import { paymentKey, repeats, totalsOf } from '../../domain/batch/rows';
import { rowsText } from '../../domain/batch/validation-results';
import { BATCH_COLUMNS, checkRows } from '../../input/batch-input';
import { readBatchCsv } from '../../input/batch-csv';
import type { BatchCheck } from '../contract/starts';
import type { Mistake } from '../contract/problem';

/** What a CSV text comes to: everything that is wrong with it, and its rows as a batch takes them. */
export function checkCsv(csv: string): { readonly check: BatchCheck; readonly payouts: readonly unknown[] } {
  const table = readBatchCsv(new TextEncoder().encode(csv));
  const isTable = table.problems.length === 0 || table.rows.length > 0;
  const { rows, problems } = isTable ? checkRows(table.rows, table.where) : { rows: [], problems: [] };
  const again = [...repeats(rows, paymentKey).keys()];
  const check = {
    totals: totalsOf(rows),
    problems: [...table.problems, ...problems].map(placed),
    warnings: again.length > 0 ? [`${rowsText(again)}: beneficiary and amount of an earlier row`] : [],
    columns: [...BATCH_COLUMNS],
    rows: table.rows.map((row, index) => ({
      line: Number(LINE.exec(table.where(index + 1))?.[1] ?? 0),
      cells: row === undefined ? [] : BATCH_COLUMNS.map((column) => cellOf(row[column])),
    })),
  };
  return { check, payouts: table.rows };
}

const cellOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';

const LINE = /^line (\d+)/;

/** A problem in words with the line, the row and the column that it names. */
function placed(problem: string): Mistake {
  const [, line, row, rest = problem] = /^line (\d+)(?: \(row (\d+)\))?: (.*)$/s.exec(problem) ?? [];
  const column = BATCH_COLUMNS.find(
    (name) => rest === name || rest.startsWith(`${name} `) || rest.startsWith(`${name}:`),
  );
  return {
    message: rest,
    ...(line !== undefined && { line: Number(line) }),
    ...(row !== undefined && { row: Number(row) }),
    ...(column !== undefined && { column }),
  };
}
