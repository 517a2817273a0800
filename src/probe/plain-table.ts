import Table from 'cli-table3';

/** No lines between the rows. */
const PLAIN = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** A table for people, without colours. */
export function plainTable(head: string[], rows: readonly string[][]): string {
  const table = new Table({ head, chars: PLAIN, style: { head: [], border: [] } });
  table.push(...rows);
  return table.toString();
}
