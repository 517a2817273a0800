import Table from 'cli-table3';

/** One line of a run's result, or all of it. */
export interface Row {
  /** As they stand in the table and in the JSON document. */
  readonly fields: Readonly<Record<string, string | number | boolean | Readonly<Record<string, number>>>>;
  /** Whether the guarantee held. */
  readonly holds: boolean;
}

/** A line on stderr, for the person who watches. */
export function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** To hundredths. */
export const rounded = (figure: number): number => Math.round(figure * 100) / 100;

/** What a run found: as one JSON document on stdout, or as a table on stderr. */
export function report(found: readonly Row[] | Row, json: boolean): void {
  const rows = [found].flat();
  const document = 'fields' in found ? found.fields : { rows: rows.map((row) => row.fields) };
  if (json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else log(table(rows));
}

function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0]?.fields ?? {}).filter(
    (name) => typeof rows[0]?.fields[name] !== 'object',
  );
  const shown = new Table({ head: [...names, 'holds'], style: { head: [], border: [] } });
  for (const { fields, holds } of rows)
    shown.push([...Object.values(fields).filter((value) => typeof value !== 'object'), holds ? 'yes' : 'NO']);
  return [...rows.flatMap(counts), shown.toString()].join('\n');
}

/** Counts within a field stand above the table, which takes minutes for a cell of some hundred lines. */
const counts = ({ fields }: Row): string[] =>
  Object.values(fields).flatMap((value) =>
    typeof value === 'object' ? Object.entries(value).map(([name, count]) => `  ${name}: ${count}`) : [],
  );
