import { beneficiaryKey, type BatchRow, type NumberedRow } from '../../domain/batch/rows';
import { PAYEES_AT_A_TIME, type Payee, type PayableRow } from '../../domain/batch/approved-rows';
import {
  ValidationResults,
  countsOf,
  type RowResult,
  type RowStatus,
} from '../../domain/batch/validation-results';

/** The rows of a batch: their findings, the names on their accounts, and their ends. */
export class RowStates {
  readonly validated: ValidationResults;
  /** By beneficiary; null where the bank refuses to say. */
  private readonly names = new Map<string, string | null>();
  /** By row number. */
  private readonly ended = new Map<number, RowResult>();

  constructor(rows: readonly BatchRow[]) {
    this.validated = new ValidationResults(rows.map(trimmed));
  }

  /** Keeps the name in which the bank holds the account of these rows; null if the bank refused to tell it. */
  resolved(rows: readonly NumberedRow[], name: string | null): void {
    for (const row of rows)
      if (this.names.get(beneficiaryKey(row)) !== name) this.validated.forgetAcceptance(row.row);
    for (const row of rows) this.names.set(beneficiaryKey(row), name);
  }

  get accounts(): { readonly resolved: number; readonly refused: number } {
    const refused = [...this.names.values()].filter((name) => name === null).length;
    return { resolved: this.names.size - refused, refused };
  }

  /** The rows that are to be paid, each with the name in which its account is held. */
  get payable(): PayableRow[] {
    return this.validated.included.map((row) => ({ ...row, nameOnAccount: this.nameOf(row) }));
  }

  /** A page of the rows that are to be paid, each with the name on its account as far as the bank has told it. */
  payees(from: number): Payee[] {
    return this.validated.included.slice(from, from + PAYEES_AT_A_TIME).map((row) => {
      const nameOnAccount = this.names.get(beneficiaryKey(row));
      const accepted = this.validated.acceptances.get(row.row);
      return {
        ...row,
        ...(typeof nameOnAccount === 'string' && { nameOnAccount }),
        ...(accepted && { accepted }),
      };
    });
  }

  enterResults(results: readonly RowResult[]): void {
    for (const result of results) this.ended.set(result.row, result);
  }

  countOf(status: RowStatus): number {
    return countsOf([...this.ended.values()])[status] ?? 0;
  }

  /** Every row with its result or present status; `unless` is the status of rows that were never started. */
  results(unless: Extract<RowStatus, 'READY' | 'CANCELLED'>): RowResult[] {
    return this.validated.rows.map((row) => this.ended.get(row.row) ?? this.withoutEnd(row, unless));
  }

  private withoutEnd({ row, reference, amountKobo }: NumberedRow, status: RowStatus): RowResult {
    const exclusion = this.validated.excluded.get(row);
    const about = { row, reference, amountKobo };
    if (exclusion !== undefined) return { ...about, status: 'EXCLUDED', reason: exclusion };
    const open = this.validated.questionsAbout(row);
    return { ...about, status, ...(open !== '' && { reason: open }) };
  }

  /** @throws Error for a row that nobody may have let through */
  private nameOf(row: NumberedRow): string {
    const name = this.names.get(beneficiaryKey(row));
    if (typeof name !== 'string') throw new Error(`row ${row.row} has no name`);
    return name;
  }
}

/** The schema ignores spaces around a text; so do we. */
const trimmed = (row: BatchRow): BatchRow => ({
  reference: row.reference.trim(),
  amountKobo: row.amountKobo,
  bankCode: row.bankCode.trim(),
  bankName: row.bankName.trim(),
  accountNumber: row.accountNumber.trim(),
  accountName: row.accountName.trim(),
  remark: row.remark.trim(),
});
