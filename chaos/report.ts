import Table from 'cli-table3';
import type { Row } from './runs/run';

/** For whoever watches. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The rows: as one JSON document on stdout, or as a table on stderr. */
export function report(rows: readonly Row[], json: boolean): void {
  const fields = rows.map((row) => row.fields);
  if (json) process.stdout.write(`${JSON.stringify({ rows: fields }, null, 2)}\n`);
  else say(table(rows));
}

function table(rows: readonly Row[]): string {
  const head = [...Object.keys(rows[0]?.fields ?? {}), 'holds'];
  const shown = new Table({ head, style: { head: [], border: [] } });
  for (const { fields, holds } of rows) shown.push([...Object.values(fields), holds ? 'yes' : 'NO']);
  return shown.toString();
}
