import { PAYOUT_MINIMUM_KOBO, STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';

/** One line of an account's statement: a transaction as the bank lists it. */
export interface StatementLine {
  readonly uniqueRef: string;
  /** DEBIT and CREDIT are documented; anything else is neither. */
  readonly direction: string;
  readonly amountKobo: number;
  /** Business time, ISO 8601. */
  readonly at: string;
  /** Whether the bank says that the money was returned. */
  readonly wasReversed: boolean;
  /** Our own reference, where the description carries one. */
  readonly reference?: string;
  /** Whether the description speaks of a fee. */
  readonly namesFee?: boolean;
}

/** Words by which banks name a fee; a setting says others. */
const FEE_WORDS: readonly string[] = ['charge', 'charges', 'fee', 'fees', 'commission', 'levy', 'vat'];

/** Whether a description has one of these words, in any case. */
export const namesFee = (description: string, words: readonly string[] = FEE_WORDS): boolean =>
  description
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => words.includes(word));

const FEE_SUFFIX = '_CHARGE';

/** The unique reference of the credit that a stamp duty was taken for; undefined when the line is no stamp duty. */
export const creditOfDuty = ({ direction, uniqueRef }: StatementLine): string | undefined =>
  direction === 'DEBIT' && uniqueRef.endsWith(STAMP_DUTY_SUFFIX)
    ? uniqueRef.slice(0, -STAMP_DUTY_SUFFIX.length)
    : undefined;

/** The unique reference of the debit that a line belongs to: a fee's has a suffix, a debit's is its own. */
export const debitOf = ({ uniqueRef }: Pick<StatementLine, 'uniqueRef'>): string =>
  uniqueRef.endsWith(FEE_SUFFIX) ? uniqueRef.slice(0, -FEE_SUFFIX.length) : uniqueRef;

/** The unique references under which a payout stands on the statement of its account. */
export const debitAndFee = (uniqueRef: string, feeKobo: number): string[] =>
  feeKobo > 0 ? [uniqueRef, `${uniqueRef}${FEE_SUFFIX}`] : [uniqueRef];

/** What a line takes out of the account, in kobo; negative when it brings money in. */
export const outKobo = ({ direction, amountKobo }: StatementLine): number =>
  direction === 'CREDIT' ? -amountKobo : amountKobo;

export const isCredit = ({ direction }: StatementLine): boolean => direction === 'CREDIT';
/** By its reference or by its words; no payout is as small as a fee. */
export const isFee = (line: StatementLine): boolean =>
  !isCredit(line) &&
  (debitOf(line) !== line.uniqueRef || (line.namesFee === true && line.amountKobo < PAYOUT_MINIMUM_KOBO));
/** The transfer itself, or what cannot be told from one. */
export const isDebit = (line: StatementLine): boolean => !isCredit(line) && !isFee(line);
