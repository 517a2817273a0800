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
  const head = [...Object.keys(rows[0]?.fields ?? {}), 'holds'];
  const shown = new Table({ head, style: { head: [], border: [] } });
  for (const { fields, holds } of rows)
    shown.push([...Object.values(fields).map(cell), holds ? 'yes' : 'NO']);
  return shown.toString();
}

/** Counts within a field stand below one another. */
const cell = (value: Row['fields'][string]) =>
  typeof value !== 'object'
    ? value
    : Object.entries(value)
        .map(([name, count]) => `${name}: ${count}`)
        .join('\n');
