import { CsvError, parse, type Info } from 'csv-parse/sync';
import { BATCH_COLUMNS, placeIn, type RowTerms } from '../domain/batch/input';
import { delimiterOf } from '../domain/batch/rows';

/** Largest CSV file that is read, in bytes. */
const CSV_BYTES_MAX = 4_000_000;

/** The rows of a CSV file, not yet checked by the schema, and the problems with the file as a table. */
export interface CsvTable {
  /** `undefined` for a line with too few or too many cells. */
  readonly rows: readonly (Readonly<Record<string, unknown>> | undefined)[];
  readonly problems: readonly string[];
  /** Whether it is a table at all, so that its rows can be checked one by one. */
  readonly isTable: boolean;
  /** The line of each row in the file. */
  readonly lines: readonly number[];
  readonly unit: RowTerms['unit'];
  /** The file's own columns, in its order, and each row's cells as they are written. */
  readonly columns: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a CSV file: UTF-8, commas or semicolons, a header with exactly the columns of a row, in any order and case. */
export function readBatchCsv(bytes: Uint8Array): CsvTable {
  const text = decoded(bytes);
  if ('problem' in text) return broken(text.problem);
  const records = recordsIn(text.text);
  if ('problem' in records) return broken(records.problem);
  const [header, ...body] = records.records;
  if (!header) return broken('the file is empty');
  const problems = problemsWithHeader(header);
  return problems.length > 0
    ? broken(...problems)
    : tableOf(header.cells.map(inOurCase), body, delimiterOf(text.text) === ';');
}

const broken = (...problems: string[]): CsvTable => ({
  ...{ rows: [], problems, isTable: false, columns: BATCH_COLUMNS, lines: [], cells: [] },
  unit: 'kobo',
});

function decoded(bytes: Uint8Array): { text: string } | { problem: string } {
  if (bytes.length > CSV_BYTES_MAX)
    return { problem: `the file has ${bytes.length} bytes; at most ${CSV_BYTES_MAX} are read` };
  if (bytes.includes(0))
    return { problem: 'the file is not UTF-8 text: save it as "CSV UTF-8 (comma delimited)"' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const problem = `line ${firstBrokenLine(bytes)} is not UTF-8: save the file as "CSV UTF-8 (comma delimited)"`;
    return { problem };
  }
}

/** The line with the first character that a lenient decoder replaces. */
function firstBrokenLine(bytes: Uint8Array): number {
  const [before = ''] = new TextDecoder().decode(bytes).split('\uFFFD');
  return before.split('\n').length;
}

/** The column for amounts in naira, instead of `amountKobo`. */
const NAIRA = 'amount';
const columnOf = (name: string) => (inOurCase(name) === NAIRA ? 'amountKobo' : inOurCase(name));
const inOurCase = (name: string) =>
  [...BATCH_COLUMNS, NAIRA].find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;

function recordsIn(text: string): { records: CsvRecord[] } | { problem: string } {
  try {
    const found = parse(text, {
      info: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { info: Info; record: string[] }[];
    return { records: found.map(({ info, record }) => ({ line: info.lines, cells: record })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: unknown };
    const at = typeof lines === 'number' ? `line ${lines}` : 'the file';
    return {
      problem: `${at}: a quotation mark is out of place; a cell with one is written in quotes, with "" for it`,
    };
  }
}

function problemsWithHeader({ line, cells: names }: CsvRecord): string[] {
  const cells = names.map(columnOf);
  const ours: readonly string[] = BATCH_COLUMNS;
  const missing = ours.filter((name) => !cells.includes(name));
  const unknown = cells.flatMap((name, place) => (ours.includes(name) ? [] : [place + 1]));
  const twice = ours.filter((name) => cells.indexOf(name) !== cells.lastIndexOf(name));
  const complaints = [
    missing.length > 0 && `${missing.join(', ')} missing`,
    unknown.length > 0 && `unknown columns in the places ${unknown.join(', ')}`,
    twice.length > 0 && `${twice.join(', ')} more than once`,
  ].filter((complaint) => complaint !== false);
  const expected = `the header must be ${ours.join(',')} (or amount, in naira, for amountKobo)`;
  return complaints.length > 0 ? [`line ${line}: ${expected}, and has ${complaints.join('; ')}`] : [];
}

function tableOf(columns: readonly string[], body: readonly CsvRecord[], hasDecimalComma: boolean): CsvTable {
  const lines = body.map(({ line }) => line);
  const isWhole = ({ cells }: CsvRecord) => cells.length === columns.length;
  const problems = body.flatMap((record, index) => {
    const complaints = isWhole(record)
      ? columns.flatMap((name, place) => problemsWithCell(name, record.cells[place] ?? ''))
      : [`it has ${record.cells.length} cells, and the header ${columns.length}`];
    return complaints.map((complaint) => `${placeIn(lines)(index + 1)}: ${complaint}`);
  });
  const rowOf = ({ cells }: CsvRecord) =>
    Object.fromEntries(columns.map((name, place) => [name, valueOf(name, cells[place], hasDecimalComma)]));
  const rows = body.map((record) => (isWhole(record) ? rowOf(record) : undefined));
  const unit = columns.includes(NAIRA) ? 'naira' : 'kobo';
  return { rows, problems, isTable: true, lines, unit, columns, cells: body.map(({ cells }) => cells) };
}

/** Text that a spreadsheet would run as a formula, or that does not fit on one line. */
const FORMULA = /^[=+\-@\t\r]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function problemsWithCell(name: string, cell: string): string[] {
  if (columnOf(name) !== 'amountKobo' && FORMULA.test(cell))
    return [`${name} begins like a formula (= + - @)`];
  if (CONTROL.test(cell)) return [`${name} holds a line break or another control character`];
  if (cell.includes('\uFFFD')) return [`${name} holds a lost character: save the file anew as CSV UTF-8`];
  return [];
}

/** Converts only amounts written as whole kobo to numbers, and decimal commas to points. */
const valueOf = (name: string, cell = '', hasDecimalComma = false): unknown =>
  name === NAIRA && hasDecimalComma
    ? cell.replaceAll(',', '.')
    : name === 'amountKobo' && /^[1-9]\d{0,15}$/.test(cell)
      ? Number(cell)
      : cell;
