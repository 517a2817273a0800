import Table from 'cli-table3';
import { cpus, totalmem } from 'node:os';

type Cell = string | number | null;
/** One line of a table. */
export type Row = Readonly<Record<string, Cell>>;

/** A promise in numbers, and whether it holds. `measured` is null for what never came. */
export interface Bar {
  readonly what: string;
  readonly measured: number | null;
  readonly bar: string;
  readonly holds: boolean;
}

/** Everything that a bench has to say. */
export interface Report {
  readonly setting: Readonly<Record<string, Cell>>;
  /** Tables by their titles. */
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly bars: readonly Bar[];
  /** Figures that stand at the top of the JSON document as well, under names of their own. */
  readonly figures?: object;
  /** Whether the exit code tells if the bars hold, and not only that the measuring worked. */
  readonly isProof?: boolean;
}

/** A line on stderr, for the person who watches. */
export function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

type Measured = number | null | undefined;

export const atMost = (what: string, measured: Measured, bar: number): Bar =>
  barred(what, measured, `≤ ${bar}`, (figure) => figure <= bar);

export const atLeast = (what: string, measured: Measured, bar: number): Bar =>
  barred(what, measured, `≥ ${bar}`, (figure) => figure >= bar);

/** What was not measured, or never came, does not hold. */
const barred = (what: string, measured: Measured, bar: string, holds: (figure: number) => boolean): Bar => ({
  what,
  measured: measured ?? null,
  bar,
  holds: measured != null && holds(measured),
});

/** The tables on stderr; the figures as one JSON document on stdout when they are asked for. */
export function report(name: string, { setting, tables, bars, figures }: Report, json: boolean): void {
  log(
    Object.entries(setting)
      .map(([what, value]) => `${what}: ${value}`)
      .join('; '),
  );
  for (const [title, rows] of Object.entries(tables)) log(`\n${title}\n${table(rows)}`);
  const told = bars.map((bar) => ({ ...bar, holds: bar.holds ? 'yes' : 'NO' }));
  if (told.length > 0) log(`\nBars\n${table(told)}`);
  const whole = {
    bench: name,
    ...figures,
    at: new Date().toISOString(),
    machine: machine(),
    setting,
    tables,
    bars,
  };
  if (json) process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
}

function table(rows: readonly Row[]): string {
  const head = Object.keys(rows[0] ?? {});
  const shown = new Table({ head, style: { head: [], border: [] } });
  for (const row of rows) shown.push(head.map((column) => row[column] ?? '–'));
  return shown.toString();
}

/** Where a bench runs. */
export const machine = () => ({
  cores: cpus().length,
  model: cpus()[0]?.model ?? '',
  memoryGib: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
});

/** The value below which so many percent of all lie (nearest rank); those that never came count as infinite. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

/** For people: three digits that matter; nothing for what never came. */
export const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(3)) : null;
