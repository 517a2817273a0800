import type { ProvenAct } from '../case/proof';
import type { NumberedRow } from './rows';

/** Rows of one chunk of a batch: a power of two, so that each chunk is a branch of the tree of all rows. */
export const CHUNK_ROWS = 256;

/** A row whose beneficiary has been resolved. */
export type PayableRow = NumberedRow & { readonly nameOnAccount: string };

/** A row to be paid whose account name the bank may not have given yet. */
export type Payee = NumberedRow & { readonly nameOnAccount?: string; readonly accepted?: Acceptance };

/** The person who had a row paid in spite of what was found about it, with reason and note. */
export type Acceptance = Readonly<Record<'by' | 'why', string>> & { readonly note?: string | undefined };

/** Payees in one answer of a batch: an answer must fit into one message. */
export const PAYEES_AT_A_TIME = 1_000;

/** What the approvers of a batch agree to; the root stands for its rows. */
export interface ApprovedBatch {
  readonly batch: string;
  readonly sourceAccountNumber: string;
  /** Number of rows to be paid. */
  readonly rows: number;
  readonly totalKobo: number;
  /** The people who made or changed it; they may not approve it. */
  readonly makers: readonly string[];
  /** Root of the Merkle tree of its rows, base64url. */
  readonly root: string;
}

/** The content whose digest people approve. */
export const batchContent = ({ batch, sourceAccountNumber, rows, totalKobo, makers, root }: ApprovedBatch) =>
  ['batch', batch, sourceAccountNumber, rows, totalKobo, makers, root] as const;

/** A leaf of the tree: all fields that the row's payout carries, and the number of rows in the batch. */
export const rowContent = (row: PayableRow, rows: number) =>
  [
    ...['row', row.row, rows],
    ...[row.reference, row.amountKobo, row.bankCode, row.bankName, row.accountNumber],
    ...[row.accountName, row.nameOnAccount, row.remark],
  ] as const;

/** Proves for the rows of a chunk that their batch was approved. */
export interface ApprovedChunk {
  readonly head: ApprovedBatch;
  readonly approvals: readonly ProvenAct[];
  /** The branches of the tree, one a chunk, base64url. */
  readonly branches: readonly string[];
}

/** Proves that a payout is a row of an approved batch. */
export interface ApprovedRow {
  readonly head: ApprovedBatch;
  readonly approvals: readonly ProvenAct[];
  /** Its number in the file of the batch. */
  readonly row: number;
  /** Its place among the rows that are paid, from 0 on, and the way from there to the root, base64url. */
  readonly index: number;
  readonly path: readonly string[];
}
