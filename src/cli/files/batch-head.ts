import { RequestError } from '../../cases/request-error';
import { readJson } from './input-file';

/** What is given beside the file of a batch: a CSV file holds nothing but rows. */
export interface BatchOptions {
  /** The JSON file that `--from` names. */
  readonly from?: string;
  readonly [option: string]: unknown;
}

/** The batch's own fields, as the options and the file that `--from` names give them. @throws RequestError */
export async function readBatchHead({ source, from, ...options }: BatchOptions): Promise<object> {
  if (source !== undefined) throw sourceRefused();
  const { reference, createdBy, allowDuplicates, purpose, concurrency } = options;
  const typed = Object.entries({ reference, createdBy, allowDuplicates, purpose, concurrency });
  return {
    ...(from === undefined ? {} : (Object(await readJson(from)) as object)),
    ...Object.fromEntries(typed.filter(([, value]) => value !== undefined)),
  };
}

const sourceRefused = () =>
  new RequestError(
    'usage',
    "--source is not taken from the command line: the shell's history and other users could read it. " +
      'Write {"source": {"accountNumber": "…"}} into a JSON file and give --from FILE, or --from - for stdin.',
  );

const OPTIONS: Readonly<Record<string, string>> = {
  reference: '--reference',
  createdBy: '--created-by',
  source: '--from',
};

/** A CSV file has no place for the batch's own fields: a problem with one names the option that gives it. */
export const byOption = (path: string) => (problem: string) => {
  if (!path.toLowerCase().endsWith('.csv')) return problem;
  const option = OPTIONS[/^(reference|createdBy|source)\b/.exec(problem)?.[1] ?? ''];
  return option === undefined ? problem : `${problem} (${option})`;
};
