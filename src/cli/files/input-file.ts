import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import type { DocumentStore } from '../../activities/documents/store';
import { loanInput, type CheckedLoan } from '../../domain/loan/input';
import { inputProblems } from '../../input/problems';
import { checkDocuments } from './documents';
import { RequestError } from '../../cases/request-error';
import { JsonMistake, parseJson } from './json-text';

/** Problems shown to a person at a time. */
const SHOWN_MAX = 100;

/** An input file that cannot be used, with everything that is wrong about it. */
export class InputFileError extends RequestError {
  constructor(
    path: string,
    readonly problems: readonly string[],
  ) {
    const more = problems.length - SHOWN_MAX;
    const shown = [...problems.slice(0, SHOWN_MAX), ...(more > 0 ? [`and ${more} more`] : [])];
    super('usage', [`${named(path)} cannot be used:`, ...shown].join('\n  '));
  }
}

/**
 * Reads a loan application from a file, or from stdin for `-`. Documents without a digest get that of the store.
 * @throws InputFileError with all problems at once, of fields and documents alike.
 */
export async function readLoanFile(path: string, store: DocumentStore): Promise<CheckedLoan> {
  const given = await readJson(path);
  const { data, problems } = check(loanInput, given);
  const documents = await checkDocuments(store, listOfDocuments(given));
  const all = [...problems, ...documents.problems];
  if (!data || all.length > 0) throw new InputFileError(path, all);
  return {
    ...data,
    documents: data.documents.map((entry, place) => ({ ...entry, sha256: documents.digests[place] })),
  };
}

/** Reads any other case from a file. @throws InputFileError */
export async function readInputFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const { data, problems } = check(schema, await readJson(path));
  if (data === undefined) throw new InputFileError(path, problems);
  return data;
}

function check<S extends z.ZodType>(schema: S, given: unknown): { data?: z.output<S>; problems: string[] } {
  const { success, data, error } = schema.safeParse(given);
  return success ? { data, problems: [] } : { problems: inputProblems(error) };
}

/** Reads a JSON file, or stdin for `-`. @throws InputFileError */
export async function readJson(path: string): Promise<unknown> {
  const content = await readText(path);
  try {
    return parseJson(content);
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    throw new InputFileError(path, [`not JSON: ${error.message}`]);
  }
}

async function readText(path: string): Promise<string> {
  if (path === '-') return text(process.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new InputFileError(path, [missing ? 'there is no such file' : 'it cannot be read']);
  }
}

/** Why an option that would hold something personal is refused, and what to write instead. */
export const notAnArgument = (option: string, json: string, from = '--from'): RequestError =>
  new RequestError(
    'usage',
    `${option} is not taken from the command line: the shell's history and other users could read it. ` +
      `Write ${json} into a JSON file and give ${from} FILE, or ${from} - for stdin.`,
  );

const named = (path: string) => (path === '-' ? 'The input' : path);

/** The documents of a file that may be wrong elsewhere: their problems belong into the same list. */
function listOfDocuments(given: unknown): unknown[] {
  const list = (given as { documents?: unknown } | null)?.documents;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
