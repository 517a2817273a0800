import type { CheckedBatch } from './input';

/** Most rows of a batch that its workflow can carry. */
export const BATCH_ROWS_MAX = 5_000;

/** One payout of a batch, as a line of its file. Amounts are kobo. */
export type BatchRow = Readonly<CheckedBatch['payouts'][number]>;

/** A row with its number in the batch; the first row is 1. */
export type NumberedRow = BatchRow & { readonly row: number };

/** Two rows with the same key go to the same account. */
export const beneficiaryKey = ({ bankCode, accountNumber }: Pick<BatchRow, 'bankCode' | 'accountNumber'>) =>
  `${bankCode}:${accountNumber}`;

/** Two rows with the same key look like one payment written twice. */
export const paymentKey = (row: Pick<BatchRow, 'bankCode' | 'accountNumber' | 'amountKobo'>) =>
  `${beneficiaryKey(row)}:${row.amountKobo}`;

export const totalsOf = (rows: readonly BatchRow[]) => ({
  rows: rows.length,
  totalKobo: rows.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
  largestKobo: rows.reduce((largest, { amountKobo }) => Math.max(largest, amountKobo), 0),
  beneficiaries: new Set(rows.map(beneficiaryKey)).size,
});

/** Maps the number (from 1) of each row that repeats an earlier row's key, if it has one, to that earlier row's number. */
export function repeats<R>(rows: readonly R[], key: (row: R) => string | undefined): Map<number, number> {
  const first = new Map<string | undefined, number>();
  const found = new Map<number, number>();
  for (const [index, own] of rows.map(key).entries()) {
    const earlier = first.get(own);
    if (earlier === undefined) first.set(own, index + 1);
    else if (own !== undefined) found.set(index + 1, earlier);
  }
  return found;
}

/** Cuts a list into pieces of at most `size`, in order. */
export function sliced<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let from = 0; from < items.length; from += size) pieces.push(items.slice(from, from + size));
  return pieces;
}

/** The rows of each key, in order of first appearance. */
export function grouped<R>(rows: readonly R[], key: (row: R) => string): R[][] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return [...groups.values()];
}

/** Detects a CSV file's delimiter from its header: no column name contains a comma or a semicolon. */
export const delimiterOf = (csv: string) => (/^[^\n,]*;/.test(csv.trimStart()) ? ';' : ',');
