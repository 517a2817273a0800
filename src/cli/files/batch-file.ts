import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { totalsOf } from '../../domain/batch/rows';
import { readBatchCsv } from '../../input/batch-csv';
import { checkBatch, checkRows, type CheckedBatch } from '../../domain/batch/input';
import type { Options } from '../command-options';
import { InputFileError, readJson, parseJson, unreadable } from './input-file';

const FILE_BYTES_MAX = 8_000_000;

/** Reads a batch from CSV or JSON, and adds the options. @throws InputFileError with all problems at once. */
export async function readBatchFile(path: string, options: Options): Promise<CheckedBatch> {
  const head = await readBatchHead(options);
  const { given, problems, isTable, ...terms } = await read(path);
  const checked = isTable ? checkBatch({ ...given, ...head }, terms) : { problems: [] };
  if (!checked.batch || problems.length > 0)
    throw new InputFileError(path, [...problems, ...checked.problems].map(byOption(path)));
  return checked.batch;
}

/** Checks the rows of a file, without the batch's own fields and without a call of the bank. */
export async function checkBatchFile(path: string) {
  const { given, problems, isTable, ...terms } = await read(path);
  const list: unknown[] = Array.isArray(given.payouts) ? given.payouts : [];
  const { rows, problems: wrongRows, warnings } = checkRows(list, terms);
  return { totals: totalsOf(rows), problems: isTable ? [...problems, ...wrongRows] : problems, warnings };
}

export type FileFindings = Awaited<ReturnType<typeof checkBatchFile>>;

async function read(path: string) {
  const bytes = await readBytes(path);
  if (!path.toLowerCase().endsWith('.csv'))
    return { given: jsonIn(path, bytes), problems: [], isTable: true };
  const { rows, problems, isTable, lines, unit } = readBatchCsv(bytes);
  return { given: { payouts: rows }, problems, isTable, lines, unit };
}

function jsonIn(path: string, bytes: Uint8Array): { payouts?: unknown } {
  try {
    return Object(parseJson(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes))) as object;
  } catch (error) {
    if (error instanceof TypeError) throw new InputFileError(path, ['the file is not UTF-8 text']);
    throw error;
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  if (path === '-') return buffer(process.stdin);
  const { size } = await stat(path).catch(unreadable(path));
  if (size > FILE_BYTES_MAX)
    throw new InputFileError(path, [`it has ${size} bytes; at most ${FILE_BYTES_MAX} are read`]);
  return readFile(path).catch(unreadable(path));
}

/** The batch's own fields, from the options and from the file of `--from`: a CSV file holds only rows. @throws RequestError */
async function readBatchHead({ from, ...options }: Options): Promise<object> {
  const { reference, createdBy, allowDuplicates, purpose, concurrency } = options;
  const typed = Object.entries({ reference, createdBy, allowDuplicates, purpose, concurrency });
  return {
    ...(from === undefined ? {} : (Object(await readJson(from)) as object)),
    ...Object.fromEntries(typed.filter(([, value]) => value !== undefined)),
  };
}

const OPTIONS: Readonly<Record<string, string>> = {
  reference: '--reference',
  createdBy: '--created-by',
  source: '--from',
};

/** Names the option for a problem with the batch's own fields, for which a CSV file has no place. */
const byOption = (path: string) => (problem: string) => {
  if (!path.toLowerCase().endsWith('.csv')) return problem;
  const option = OPTIONS[/^(reference|createdBy|source)\b/.exec(problem)?.[1] ?? ''];
  return option === undefined ? problem : `${problem} (${option})`;
};
