import { FEE_SUFFIX, STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';
import { mentionsIn } from '../money/remarks';
import type { ReturnedMoney } from '../payout/returned-money';
import { finalStatusOf } from '../wire/bank-words';

/** One line of an account's statement: a transaction as the bank lists it. */
export interface StatementLine {
  readonly uniqueRef: string;
  /** DEBIT and CREDIT are documented; anything else is neither. */
  readonly direction: string;
  readonly amountKobo: number;
  /** Business time, ISO 8601. */
  readonly at: string;
  /** When the bank last changed it, ISO 8601; missing if the bank does not say. */
  readonly changedAt?: string | undefined;
  /** Whether the bank says that the money was returned. */
  readonly wasReversed: boolean;
  /** Parts of its description and references that may be references of ours or of another line. */
  readonly mentions?: readonly string[];
  readonly namesFee?: boolean;
}

/** A transaction of the bank; instants are ISO 8601, amounts kobo. */
interface Transaction {
  readonly uniqueRef: string;
  readonly internalRef: string;
  readonly transactionType: string;
  readonly amount: number;
  readonly description: string;
  readonly entryDate: string;
  readonly updatedDate?: string | null | undefined;
  readonly wasReversed: boolean;
  readonly externalStatus: string;
}

/** A transaction as a line of a statement; a bank may also show a reversal by the debit's status. */
export function lineOf(transaction: Transaction, feeWords?: readonly string[]): StatementLine {
  const { uniqueRef, internalRef, transactionType, amount, description, entryDate } = transaction;
  const isEndedOtherwise = ['FAILED', 'REVERSED'].includes(finalStatusOf(transaction.externalStatus) ?? '');
  return {
    uniqueRef,
    direction: transactionType,
    amountKobo: Math.round(amount),
    at: entryDate,
    changedAt: transaction.updatedDate ?? undefined,
    wasReversed: transaction.wasReversed || isEndedOtherwise,
    mentions: mentionsIn(description, uniqueRef, internalRef),
    ...(namesFee(description, feeWords) && { namesFee: true }),
  };
}

/** Words by which banks name a fee; a setting replaces them. */
const FEE_WORDS: readonly string[] = ['charge', 'charges', 'fee', 'fees', 'commission', 'levy', 'vat'];

/** Whether a description has one of these words, in any case. */
export const namesFee = (description: string, words: readonly string[] = FEE_WORDS): boolean =>
  description
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.includes(word));

/** The unique reference of the line that a stamp duty was taken for; `undefined` if the line does not say. */
export const subjectOfDuty = ({ uniqueRef }: StatementLine): string | undefined =>
  uniqueRef.endsWith(STAMP_DUTY_SUFFIX) ? uniqueRef.slice(0, -STAMP_DUTY_SUFFIX.length) : undefined;

/** The unique reference of the debit that a line belongs to: a fee's has a suffix, a debit's is its own. */
export const debitOf = ({ uniqueRef }: Pick<StatementLine, 'uniqueRef'>): string =>
  uniqueRef.endsWith(FEE_SUFFIX) ? uniqueRef.slice(0, -FEE_SUFFIX.length) : uniqueRef;

/** The unique references under which a payout stands on the statement of its account. */
export const debitAndFee = (uniqueRef: string, feeKobo: number): string[] =>
  feeKobo > 0 ? [uniqueRef, `${uniqueRef}${FEE_SUFFIX}`] : [uniqueRef];

/** The amount that a line takes out of the account, in kobo; negative if it brings money in. */
export const outKobo = ({ direction, amountKobo }: StatementLine): number =>
  direction === 'CREDIT' ? -amountKobo : amountKobo;

export const isCredit = ({ direction }: StatementLine): boolean => direction === 'CREDIT';

/** The evidence of returned money on one of our lines; empty for any other line. */
export function evidenceOf(line: StatementLine, accountNumber: string): ReturnedMoney[] {
  const { uniqueRef, amountKobo, at, changedAt = at } = line;
  const shown = { accountNumber, uniqueRef, amountKobo };
  if (isCredit(line)) return [{ ...shown, source: 'credit', at }];
  return line.wasReversed ? [{ ...shown, source: 'mark', at: changedAt }] : [];
}

/** One of our movements: money that left an account, or is about to leave it. */
export interface OwnMovement {
  readonly reference: string;
  /** RUNNING: not settled yet. STOPPED: ended from outside, so that no workflow follows it. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED' | 'RUNNING' | 'STOPPED';
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  /** The bank's own reference of the debit. */
  readonly uniqueRef?: string | undefined;
  /** The account it leaves; missing if only the statement shows it. */
  readonly account?: string | undefined;
  /** Business time, ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
}
