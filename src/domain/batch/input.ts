import { z } from 'zod';
import { PAYOUT_MINIMUM_KOBO } from '../../bank/contract/limits';
import { koboOf, nairaCell } from '../money/amounts';
import { BATCH_ROWS_MAX, paymentKey, repeats, totalsOf, type BatchRow } from './rows';
import { branch, clock, reference, type WithClock } from '../../input/fields';
import { payoutInput } from '../payout/input';
import { inputProblems } from '../../input/problems';

/** Longest batch as JSON, in bytes: Temporal takes no input above 2 MB. */
const BATCH_BYTES_MAX = 1_900_000;

const { beneficiary, source, remark, amountKobo, purpose, reference: payoutReference } = payoutInput.shape;
const { bankCode, bankName, accountNumber, accountName } = beneficiary.shape;

const shortText = <S extends z.ZodString>(name: string, text: S) =>
  text.max(100, { error: `${name} must be at most 100 characters` });

/** One row: its fields are the columns of a CSV file, with the rules of a single payout's file. */
const batchRow = z.strictObject({
  reference: payoutReference,
  amountKobo,
  bankCode,
  bankName: shortText('bankName', bankName),
  accountNumber,
  accountName: shortText('accountName', accountName),
  remark,
});

const WRONG_NAIRA = {
  error: `amount must be in naira and at least ${nairaCell(PAYOUT_MINIMUM_KOBO)}, such as 45000.50`,
};

/** Three digits after a decimal sign: thousands to some people, kobo to none. */
const AMBIGUOUS = /\.\d{3}(?!\d)/;
const UNCLEAR_NAIRA = {
  error:
    'amount has three digits after its decimal sign: write 450000 or 450000.00 (with semicolons 450000,00)',
};

/** One row of a file whose column `amount` has naira as text, with a decimal point. */
const nairaRow = batchRow
  .omit({ amountKobo: true })
  .extend({
    amount: z
      .string()
      .refine((amount) => !AMBIGUOUS.test(amount), UNCLEAR_NAIRA)
      .transform(koboOf)
      .pipe(z.int(WRONG_NAIRA).min(PAYOUT_MINIMUM_KOBO, WRONG_NAIRA)),
  })
  .transform(({ amount, ...row }) => ({ ...row, amountKobo: amount }));

const ROWS = { kobo: batchRow, naira: nairaRow };

export const BATCH_COLUMNS = Object.keys(batchRow.shape) as (keyof BatchRow)[];

const batchHead = z.strictObject({
  reference: reference('reference').describe('Your own id of the batch'),
  createdBy: reference('createdBy').describe('Who made the batch: an opaque user id, who may not approve it'),
  branch,
  source: z.strictObject(source.shape, { error: 'source must name the accountNumber that pays' }),
  purpose,
  allowDuplicates: z
    .boolean()
    .optional()
    .describe('Whether rows with the same beneficiary and amount are meant; otherwise a person is asked'),
  concurrency: z
    .int({ error: 'concurrency must be a whole number' })
    .min(1, { error: 'concurrency must be from 1 to 200' })
    .max(200, { error: 'concurrency must be from 1 to 200' })
    .default(50)
    .describe('Payouts that may be on their way at the same time'),
  clock: clock.optional(),
});

/** The file of a batch as JSON. */
export const batchInput = batchHead.extend({
  payouts: z.array(batchRow).min(1).max(BATCH_ROWS_MAX),
});

/** A batch as its workflow receives it once it is parsed. */
export type BatchInput = WithClock<z.output<typeof batchInput>>;
/** A batch as a person or a program writes it. */
export type BatchFile = z.input<typeof batchInput>;
/** A checked batch; without a clock of its own it uses the worker's. */
export type CheckedBatch = z.output<typeof batchInput>;

/** The line of each row in its file, and the unit of the amounts. */
export interface RowTerms {
  readonly lines?: readonly number[] | undefined;
  readonly unit?: keyof typeof ROWS | undefined;
}

/** Names rows, by their numbers, for people. */
export const placeIn = (lines: RowTerms['lines']) => (row: number) =>
  lines ? `line ${lines[row - 1]} (row ${row})` : `row ${row}`;

/** The valid rows, and everything that is wrong with the others. */
export interface CheckedRows {
  readonly rows: readonly BatchRow[];
  readonly problems: readonly string[];
  /** Sentences on rows that pay what an earlier row pays, too, and the numbers of both; they may be intended. */
  readonly warnings: readonly string[];
  readonly repeated: readonly number[];
}

/** Checks every row by itself and all together. A row that could not be read is `undefined`, and was reported. */
export function checkRows(given: readonly unknown[], { lines, unit = 'kobo' }: RowTerms = {}): CheckedRows {
  const sizeProblem = problemWithCount(given.length);
  if (sizeProblem !== undefined) return { rows: [], problems: [sizeProblem], warnings: [], repeated: [] };
  const where = placeIn(lines);
  const parsed = given.map((row) => (row === undefined ? undefined : ROWS[unit].safeParse(row)));
  const read = parsed.map((result) => result?.data);
  const rows = read.filter((row) => row !== undefined);
  const problems = parsed.flatMap((result, index) =>
    result?.error ? rowProblems(result.error).map((problem) => `${where(index + 1)}: ${problem}`) : [],
  );
  return {
    rows,
    problems: [...problems, ...repeatedReferences(given, where), ...problemsWithTotal(rows)],
    ...repeatedPayments(read, lines),
  };
}

/** Compares the rows that are right; the others are `undefined`, so that the numbers are those of the file. */
function repeatedPayments(rows: readonly (BatchRow | undefined)[], lines: RowTerms['lines']) {
  const named = (row: number) =>
    `${lines ? `line ${lines[row - 1]}` : `row ${row}`} (${rows[row - 1]?.reference})`;
  const found = [...repeats(rows, (row) => row && paymentKey(row))];
  return {
    warnings: found.map(([row, earlier]) => `${named(row)} repeats account and amount of ${named(earlier)}`),
    repeated: [...new Set(found.flat())],
  };
}

/** Checks a whole batch. Every problem is a line; values are not repeated. */
export function checkBatch(
  given: unknown,
  terms?: RowTerms,
): { readonly batch?: CheckedBatch; readonly problems: readonly string[] } {
  const { payouts, ...rest } = Object(given) as { payouts?: unknown };
  const head = batchHead.safeParse(rest);
  const headProblems = head.error ? inputProblems(head.error) : [];
  if (!Array.isArray(payouts)) return { problems: [...headProblems, 'payouts must be a list of rows'] };
  const { rows, problems } = checkRows(payouts, terms);
  if (!head.data || problems.length > 0) return { problems: [...headProblems, ...problems] };
  const batch = { ...head.data, payouts: [...rows] };
  const tooLong = problemWithSize(batch);
  return tooLong === undefined ? { batch, problems: [] } : { problems: [tooLong] };
}

/** One complaint for each field: an empty cell breaks several rules at once. */
function rowProblems({ issues }: z.ZodError): string[] {
  const fields = issues.map(({ path }) => path.join('.'));
  return inputProblems(
    new z.ZodError(issues.filter((_, place) => fields.indexOf(fields[place] ?? '') === place)),
  );
}

function problemWithCount(count: number): string | undefined {
  if (count === 0) return 'there are no rows';
  if (count > BATCH_ROWS_MAX)
    return `there are ${count} rows; a batch has at most ${BATCH_ROWS_MAX}: make several batches of it`;
  return undefined;
}

/** Reads the unchecked rows, so that one check reports repeated references even in rows with other errors. */
function repeatedReferences(given: readonly unknown[], where: (row: number) => string): string[] {
  const referenceOf = (row: unknown) => {
    const { reference: found } = Object(row) as { reference?: unknown };
    return typeof found === 'string' ? found.trim() : undefined;
  };
  return [...repeats(given, referenceOf)].map(
    ([row, earlier]) => `${where(row)}: reference is the same as in ${where(earlier)}`,
  );
}

const problemsWithTotal = (rows: readonly BatchRow[]) =>
  Number.isSafeInteger(totalsOf(rows).totalKobo) ? [] : ['the total of all amounts is too large to be exact'];

function problemWithSize(batch: object): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(batch)).length;
  if (bytes <= BATCH_BYTES_MAX) return undefined;
  return `the batch takes ${bytes} bytes as JSON, and at most ${BATCH_BYTES_MAX} fit: make several batches of it`;
}
