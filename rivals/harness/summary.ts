import { rounded, type Row } from '../../bench/report';

type Cell = Row[string];

const NAMES = ['work', 'engine', 'variant'];
/** Columns of the raw rows that no table needs. */
const LEFT_OUT = ['repeat', 'seconds', 'payouts'];

/** A table for each piece of work, a line for each engine: the median of its repeats, with the range. */
export function summary(rows: readonly Row[]): Record<string, Row[]> {
  const tables: Record<string, Row[]> = {};
  for (const [work, ofWork] of grouped(rows, ({ work: name }) => String(name)))
    tables[work] = [...grouped(ofWork, ({ engine, variant }) => `${engine}/${variant}`).values()].map(
      medians,
    );
  return tables;
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function medians(repeats: readonly Row[]): Row {
  const columns = Object.keys(repeats[0] ?? {}).filter((column) => !LEFT_OUT.includes(column));
  return Object.fromEntries(
    columns
      .filter((column) => column !== 'work')
      .map((column) => [
        column,
        NAMES.includes(column)
          ? (repeats[0]?.[column] ?? null)
          : medianOf(repeats.map((row) => row[column] ?? null)),
      ]),
  );
}

/** What never came is beyond every other; a range that says nothing is left out. */
function medianOf(values: readonly Cell[]): Cell {
  const numbers = values
    .map((value) => (typeof value === 'number' ? value : Infinity))
    .toSorted((one, other) => one - other);
  const told = (value: number | undefined) => rounded(value ?? Infinity) ?? '–';
  const median = told(numbers[Math.floor((numbers.length - 1) / 2)]);
  const [least, most] = [told(numbers[0]), told(numbers.at(-1))];
  if (least === most) return median === '–' ? null : median;
  return `${median} (${least} to ${most})`;
}
