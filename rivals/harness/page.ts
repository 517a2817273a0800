import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../../bench/report';
import { titleOf } from './engine';
import { summary } from './summary';
import type { Extent } from './works';

/** What a run keeps in `rivals/results`, as far as the page shows it. */
export interface Result {
  readonly at: string;
  readonly machine: Readonly<Record<string, string | number | undefined>>;
  readonly setting: { readonly extent: Extent; readonly repeats: number };
  readonly lines: readonly Row[];
  readonly rows: readonly Row[];
  readonly failures: readonly Row[];
}

const PAGE = join(__dirname, '..', 'README.md');
export const RESULTS = join(__dirname, '..', 'results');
const [BEGIN, END] = ['<!-- Tables: npm run bench -- rivals --tables -->', '<!-- End of the tables -->'];

/** The raw results that are kept, the oldest first. */
export async function keptResults(): Promise<Result[]> {
  const files = (await readdir(RESULTS)).filter((file) => file.endsWith('.json')).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(RESULTS, file), 'utf8')));
  return texts.map((text) => JSON.parse(text) as Result);
}

/** Rewrites the tables of the page from the raw results. */
export const fillPage = async (): Promise<void> =>
  writeFile(PAGE, filled(await readFile(PAGE, 'utf8'), await keptResults()));

/** The page with the tables of these results. */
export function filled(page: string, results: readonly Result[]): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  return `${before}${BEGIN}\n\n${tablesOf(results)}\n\n${END}${after}`;
}

/** The whole runs if there are any, and of each engine the newest. */
function tablesOf(results: readonly Result[]): string {
  const extent = results.some(({ setting }) => setting.extent === 'full') ? 'full' : 'quick';
  const newest = new Map<string, Result>();
  for (const result of results.filter(({ setting }) => setting.extent === extent))
    for (const { engine } of result.rows) newest.set(String(engine), result);
  if (newest.size === 0) return '**No figure of a run stands here yet.**';
  const of = <R extends Row>(pick: (result: Result) => readonly R[], name: (row: R) => string) =>
    [...newest].flatMap(([engine, result]) => pick(result).filter((row) => name(row) === engine));
  const byEngine = ({ engine }: Row) => String(engine).split(', ')[0] ?? '';
  const tables = Object.entries(summary(of(({ rows }) => rows, byEngine)));
  const failures = of(({ failures: failed }) => failed, byEngine);
  const kind = extent === 'full' ? 'Whole runs' : 'Runs with `--quick`';
  return [
    `${kind}: ${[...new Set(newest.values())].map(told).join('; ')}. Medians, with the range of the repeats.`,
    ...tables.map(([title, rows]) => `### ${title}\n\n${tableOf(rows.map(titled))}`),
    ...(failures.length > 0 ? [`### Not measured\n\n${markdown(failures)}`] : []),
    `### Lines of code\n\n${markdown(of(({ lines }) => lines, byEngine))}`,
  ].join('\n\n');
}

const told = ({ at, machine: { cores, model, memoryGib, node }, setting: { repeats } }: Result) =>
  `${at.slice(0, 10)}, ${repeats === 1 ? 'one repeat' : `${repeats} repeats`}, ${cores} × ${model}, ${memoryGib} GiB, Node ${node}`;

const titled = ({ engine, variant, ...row }: Row): Row => ({
  engine: titleOf({ name: String(engine), variant: String(variant) }),
  ...row,
});

/** `callsEach` becomes "calls each", `sentP95S` "sent p95 s". */
const words = (column: string) =>
  column.replaceAll(/[A-Z]|(?<![pP\d])\d+/g, (part) => ` ${part.toLowerCase()}`).trim();

/** A table without the columns that are 0 for all, which a sentence names. */
function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const zero = columns.filter((column) => rows.every((row) => row[column] === 0));
  const shown = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !zero.includes(column))),
  );
  const sentence = zero.length > 0 ? `0 for all: ${zero.map(words).join(', ')}.\n\n` : '';
  return `${sentence}${markdown(shown)}`;
}

function markdown(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(words)),
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map((column) => row[column] ?? '–'))),
  ].join('\n');
}
