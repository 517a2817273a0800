import { beneficiaryKey, totalsOf, type BatchRow, type NumberedRow } from './rows';
import type { Acceptance } from './approved-rows';
import { rowNumbersText } from './row-numbers';

/** The statuses of a row: the bank's words for payouts, ours for the rest. */
export const rowStatuses = {
  READY: 'not started yet',
  EXCLUDED: 'left out by a person',
  STARTED: 'its payout is on its way',
  SUCCESS: 'paid',
  REOPENED: 'paid, and perhaps taken back since: its own case finds out',
  FAILED: 'failed at the bank; nothing was paid',
  REVERSED: 'paid, and returned by the bank',
  CANCELLED: 'not paid: cancelled, or refused for good, before it was sent',
  REFERENCE_USED: 'not paid: its reference belongs to another payout',
  UNDECIDED: 'its workflow was ended by force: only the bank can tell',
} as const;

export type RowStatus = keyof typeof rowStatuses;

const UNPAID = ['EXCLUDED', 'FAILED', 'REVERSED', 'CANCELLED', 'REFERENCE_USED'] satisfies RowStatus[];
/** Whether nothing was paid for a row, or it came back: then no other payment is like it. */
export const isUnpaid = (status: string | undefined): boolean => UNPAID.some((one) => one === status);

/** The fact that counts the rows of a status: `REFERENCE_USED` has `rowsReferenceUsed`. */
export const factOf = (status: string) =>
  `rows${status.toLowerCase().replace(/(?:^|_)(.)/g, (_, initial: string) => initial.toUpperCase())}`;

/** The current or final state of a row. No personal data. */
export interface RowResult {
  readonly row: number;
  readonly reference: string;
  readonly amountKobo: number;
  readonly status: RowStatus;
  readonly feeKobo?: number;
  readonly dutyKobo?: number;
  readonly uniqueRef?: string;
  readonly reason?: string;
}

export function countsOf<S extends string>(
  rows: readonly { readonly status: S }[],
): Partial<Record<S, number>> {
  const counts: Partial<Record<S, number>> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Longest list of row numbers in a sentence, in characters. */
const ROWS_TEXT_MAX = 120;

/** The rows of a batch with the findings about them and people's decisions. */
export class ValidationResults {
  readonly rows: readonly NumberedRow[];
  private readonly found = new Map<number, Set<Finding>>();
  /** Rows whose account is held in a name that is only close. */
  readonly closeNames = new Set<number>();
  private readonly accepted = new Map<number, Set<Finding>>();
  /** Who had a row paid in spite of its findings. */
  readonly acceptances = new Map<number, Acceptance>();
  /** The reason why a row is left out. */
  readonly excluded = new Map<number, string>();
  /** How many times people have decided about rows. */
  decisions = 0;
  timesAskedAgain = 0;

  constructor(rows: readonly BatchRow[]) {
    this.rows = rows.map((row, index) => ({ ...row, row: index + 1 }));
  }

  find(row: number, finding: Finding): void {
    added(this.found, row, finding);
  }

  /**
   * Forgets what asking the bank again may change. @returns all rows to the accounts to ask about; those in question
   * come first, since a name that fits another row may be remembered
   */
  forgetRepeatable(): NumberedRow[] {
    this.timesAskedAgain++;
    const inQuestion = this.included.filter(({ row }) => this.openOf(row).some(isRepeatable));
    const accounts = new Set(inQuestion.map(beneficiaryKey));
    const others = this.included.filter((row) => accounts.has(beneficiaryKey(row)));
    const asked = [...new Set([...inQuestion, ...others])];
    for (const { row } of asked) {
      for (const finding of this.found.get(row) ?? [])
        if (isRepeatable(finding)) this.found.get(row)?.delete(finding);
      this.closeNames.delete(row);
    }
    return asked;
  }

  /** Forgets why a row was accepted: its account is held in another name than people saw. */
  forgetAcceptance(row: number): void {
    this.accepted.delete(row);
    this.acceptances.delete(row);
  }

  /** Pays these rows in spite of their findings. */
  accept(rows: readonly number[], acceptance: Acceptance): void {
    this.decisions++;
    for (const row of rows) {
      for (const finding of this.openOf(row)) added(this.accepted, row, finding);
      this.acceptances.set(row, acceptance);
    }
  }

  /** Leaves these rows out. */
  exclude(rows: readonly number[], reason: string): void {
    this.decisions++;
    for (const row of rows) this.excluded.set(row, reason);
  }

  /** The rows that are to be paid. */
  get included(): NumberedRow[] {
    return this.rows.filter(({ row }) => !this.excluded.has(row));
  }

  get totals() {
    return totalsOf(this.included);
  }

  /** Numbers of rows to be paid whose account is held in a name that does not fit, or is only close. */
  get namesInDoubt() {
    const among = (has: (row: number) => boolean | undefined) =>
      this.included.filter(({ row }) => has(row)).length;
    return {
      namesDiffer: among((row) => this.found.get(row)?.has('NAME_MISMATCH')),
      namesClose: among((row) => this.closeNames.has(row)),
    };
  }

  /** The findings about a row that a person has still to decide. */
  openOf(row: number): Finding[] {
    if (this.excluded.has(row)) return [];
    return [...(this.found.get(row) ?? [])].filter((finding) => !this.accepted.get(row)?.has(finding));
  }

  /** The undecided findings, each with its rows. */
  get open(): ReadonlyMap<Finding, readonly number[]> {
    const all = new Map<Finding, number[]>();
    for (const { row } of this.rows)
      for (const finding of this.openOf(row)) all.set(finding, [...(all.get(finding) ?? []), row]);
    return all;
  }

  /** The open findings about one row, in words. */
  questionsAbout(row: number): string {
    return this.openOf(row)
      .map((finding) => findings[finding].about)
      .join('; ');
  }

  /** Why these rows cannot be left out, as a sentence; `undefined` if they can. */
  notExcludable(rows: readonly number[]): string | undefined {
    const out = rows.filter((row) => this.excluded.has(row));
    if (out.length > 0) return `${rowsText(out)} ${out.length === 1 ? 'is' : 'are'} left out already`;
    const left = this.included.filter(({ row }) => !rows.includes(row));
    return left.length === 0 ? 'no row would be left; cancel the batch instead' : undefined;
  }

  /** Why these rows cannot be accepted, as a sentence; `undefined` if they can. */
  notAcceptable(rows: readonly number[]): string | undefined {
    const without = rows.filter((row) => this.openOf(row).length === 0);
    if (without.length > 0) return `there is nothing to decide about ${rowsText(without)}`;
    const hopeless = rows.filter((row) => this.openOf(row).some((finding) => !findings[finding].acceptable));
    return hopeless.length > 0 ? `${rowsText(hopeless)} can only be left out` : undefined;
  }

  /** The open questions, a sentence each. */
  questions(): string[] {
    return [...this.open].map(([finding, rows]) => `${rowsText(rows)}: ${findings[finding].about}`);
  }
}

/** `row 3` or `rows 3, 7-9`; a long list is cut, followed by the number of rows. */
export function rowsText(rows: readonly number[]): string {
  const all = rowNumbersText(rows);
  if (rows.length === 1) return `row ${all}`;
  if (all.length <= ROWS_TEXT_MAX) return `rows ${all}`;
  const shown = all.slice(0, all.lastIndexOf(',', ROWS_TEXT_MAX));
  return `rows ${shown} and so on, ${rows.length} in all`;
}

function added(map: Map<number, Set<Finding>>, row: number, finding: Finding): void {
  map.set(row, (map.get(row) ?? new Set()).add(finding));
}

/** A question about a row that a person must answer before the batch can be approved. */
interface FindingRow {
  readonly about: string;
  /** A person may have the row paid all the same. */
  readonly acceptable?: true;
  /** Asking the bank again may change it. */
  readonly repeatable?: true;
}

/** All findings that the checks of a batch can make about a row. */
export const findings: Readonly<Record<Finding, FindingRow>> = {
  REFERENCE_USED: { about: 'the reference has been used before' },
  ACCOUNT_REFUSED: { about: 'the account could not be resolved', repeatable: true },
  NAME_MISMATCH: {
    about: 'the name in which the account is held does not fit',
    acceptable: true,
    repeatable: true,
  },
  NAME_CLOSE: {
    about: 'the name in which the account is held is only close',
    acceptable: true,
    repeatable: true,
  },
  SAME_PAYMENT: {
    about: 'the beneficiary and the amount are those of an earlier row',
    acceptable: true,
  },
};

const isRepeatable = (finding: Finding): boolean => findings[finding].repeatable === true;

export type Finding = 'REFERENCE_USED' | 'ACCOUNT_REFUSED' | 'NAME_MISMATCH' | 'NAME_CLOSE' | 'SAME_PAYMENT';
