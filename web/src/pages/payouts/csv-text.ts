import type { BatchCheck } from '../../../../src/desk/contract';

/** A cell as CSV has it: in quotes where it holds a sign that would end it. */
const cellText = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows that were corrected on the page as the file that they make. */
export const csvOf = ({ columns, rows }: Pick<BatchCheck, 'columns' | 'rows'>): string =>
  [columns, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(cellText).join(',')).join('\n') +
  '\n';

/** The rows with one cell changed. */
export const withCell = (
  rows: BatchCheck['rows'],
  line: number,
  column: number,
  value: string,
): BatchCheck['rows'] =>
  rows.map((row) =>
    row.line === line
      ? { ...row, cells: row.cells.map((cell, place) => (place === column ? value : cell)) }
      : row,
  );
