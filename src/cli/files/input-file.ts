import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { type DocumentStore, folderStore } from '../../activities/documents/store';
import { loanInput, type CheckedLoan } from '../../domain/loan/input';
import { inputProblems } from '../../input/problems';
import { RequestError, wrongUse } from '../../cases/request-error';
import { DocumentUnusableError, sha256Of, usableType } from '../../activities/documents/content';
import { readConfig } from '../../config/read-config';

const SHOWN_MAX = 100;

/** An input file cannot be used. The message lists its problems. */
export class InputFileError extends RequestError {
  constructor(
    path: string,
    readonly problems: readonly string[],
  ) {
    const more = problems.length - SHOWN_MAX;
    const shown = [...problems.slice(0, SHOWN_MAX), ...(more > 0 ? [`and ${more} more`] : [])];
    super('usage', [`${path === '-' ? 'The input' : path} cannot be used:`, ...shown].join('\n  '));
  }
}

/**
 * Reads a loan application from a file, or from stdin for `-`, with missing digests from the store.
 * @throws InputFileError with all problems at once, of fields and documents alike.
 */
export async function readLoanFile(path: string, store: DocumentStore): Promise<CheckedLoan> {
  const given = await readJson(path);
  const { data, error } = loanInput.safeParse(given);
  // The documents of a file that may be invalid elsewhere, so that all problems form one list.
  const { documents: list } = Object(given) as { readonly documents?: unknown };
  const documents = await checkDocuments(store, Array.isArray(list) ? list : []);
  const all = [...(error ? inputProblems(error) : []), ...documents.problems];
  if (!data || all.length > 0) throw new InputFileError(path, all);
  return {
    ...data,
    documents: data.documents.map((entry, place) => ({ ...entry, sha256: documents.digests[place] })),
  };
}

/** Reads any other case from a file. @throws InputFileError */
export async function readInputFile<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const { data, error } = schema.safeParse(await readJson(path));
  if (error) throw new InputFileError(path, inputProblems(error));
  return data;
}

/** Reads a JSON file, or stdin for `-`. @throws InputFileError */
export async function readJson(path: string): Promise<unknown> {
  const content = path === '-' ? text(process.stdin) : readFile(path, 'utf8').catch(unreadable(path));
  return parseJson(path, await content);
}

/** @throws InputFileError in place of the file system's error */
export const unreadable = (path: string) => (error: unknown) => {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  throw new InputFileError(path, [isMissing ? 'there is no such file' : 'it cannot be read']);
};

/** The refusal of an option with personal data, and what to write instead. */
export const notAnArgument = (option: string, json: string): RequestError =>
  wrongUse(
    `${option} is not taken from the command line: the shell's history and other users could read it. ` +
      `Write ${json} into a JSON file and give --from FILE, or --from - for stdin.`,
  );

/** Parses a file's JSON. @throws InputFileError with the place where it stops being JSON, and nothing of the text */
export function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const before = text.slice(0, validLength(text)).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    throw new InputFileError(path, [
      `not JSON: line ${before.length}, column ${column}: from here on it is not JSON`,
    ]);
  }
}

/** The length of the longest prefix that could begin JSON: if a prefix cannot, no longer one can. */
function validLength(text: string): number {
  let [valid, invalid] = [0, text.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isBeginning(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** V8's messages when only more text is missing. */
const UNFINISHED = /^Unexpected end|^Unterminated string/;

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = /at position (\d+)/.exec(message)?.[1];
    return UNFINISHED.test(message) || Number(at ?? -1) === text.length;
  }
}

const entry = z.object({ path: z.string(), sha256: z.string().optional() });

/** Each document's digest by the store, and every problem. The schema checks what is not a document. */
async function checkDocuments(store: DocumentStore, documents: readonly unknown[]) {
  const problems: string[] = [];
  const digests = await Promise.all(
    documents.map(async (given, place) => {
      const { data } = entry.safeParse(given);
      if (!data) return undefined;
      return checked(store, data).catch((error: unknown) => {
        if (!(error instanceof DocumentUnusableError)) throw error;
        problems.push(`documents.${place}: ${data.path}: ${error.message}`);
        return undefined;
      });
    }),
  );
  return { digests, problems: problems.sort() };
}

/** The digest of a document that the bank will take. @throws DocumentUnusableError */
export async function digestOf(store: DocumentStore, path: string): Promise<string> {
  const { blob, sizeBytes } = await store.open({ path });
  await usableType(blob, sizeBytes);
  return sha256Of(blob);
}

async function checked(store: DocumentStore, { path, sha256 }: z.output<typeof entry>): Promise<string> {
  const digest = await digestOf(store, path);
  if (sha256 !== undefined && sha256 !== digest)
    throw new DocumentUnusableError('the document in the store has another sha256');
  return digest;
}

/** Opens the document store of DOCUMENTS_DIR. @throws RequestError when that folder does not exist */
export const openStore = async (): Promise<DocumentStore> => folderStore(await storeFolder());

/** Returns the folder of DOCUMENTS_DIR. @throws RequestError when it does not exist */
export async function storeFolder(): Promise<string> {
  const { folder } = readConfig(['documents']).documents;
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return folder;
  throw wrongUse(`The document store ${folder} is not there. Set DOCUMENTS_DIR.`);
}
