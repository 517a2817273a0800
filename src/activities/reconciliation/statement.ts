import { lineOf, type StatementLine } from '../../domain/reconciliation/statement';
import type { BankClient } from '../../bank/client';
import { RequestRefusedError } from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import { PAGE_SIZE } from '../../bank/contract/codes';
import { patiently, readBackTo } from './list-scan';

/** Where statements are read, and the words by which the bank names a fee. */
export interface StatementSource {
  readonly bank: Pick<BankClient, 'listTransactions' | 'verifyTransaction'>;
  readonly feeWords?: readonly string[] | undefined;
}

/** A transaction, whether it stands in a list or was asked for alone. */
export type Transaction = Omit<
  Awaited<ReturnType<BankClient['listTransactions']>>['transactions'][number],
  'balance'
>;

/** For so long the bank may take a paid payout back, as far as its statement tells. */
const TAKEN_BACK_WITHIN_MS = 30 * 24 * 3_600_000;

/** So many pages of one account are read in all, or a tenth more than have to be, to see older payouts again. */
const PAGES_IN_ALL = 200;
const pagesFor = (pages: number) => Math.max(PAGES_IN_ALL, Math.ceil(1.1 * pages));

/**
 * An account's statement since an instant, page by page, and older lines as far as pages allow; it may take more than
 * one window.
 */
export async function readStatement(
  { bank, feeWords }: StatementSource,
  account: string,
  fromAt: string,
  limits: CallLimits = {},
): Promise<StatementLine[]> {
  const toAt = new Date(Date.parse(fromAt) - TAKEN_BACK_WITHIN_MS).toISOString();
  const transactions = await readTransactions(bank, account, fromAt, limits, { toAt, pagesFor });
  return transactions.map((transaction) => lineOf(transaction, feeWords));
}

/** The same transactions as the bank words them, older ones where that is asked for. */
export async function readTransactions(
  bank: Pick<BankClient, 'listTransactions'>,
  account: string,
  fromAt: string,
  limits: CallLimits = {},
  further?: Parameters<typeof readBackTo>[2],
): Promise<Transaction[]> {
  const readPage = async (page: number) => {
    const asked = { account_number: account, page, limit: PAGE_SIZE };
    const { transactions, last } = await patiently(() => bank.listTransactions(asked, limits), limits.signal);
    return { items: transactions, isLast: last };
  };
  return readBackTo<Transaction>(fromAt, { readPage, keyOf, atOf: ({ entryDate }) => entryDate }, further);
}

/** A single line, by the bank's own reference; undefined when the account has no such line. */
export async function readLine(
  { bank, feeWords }: StatementSource,
  account: string,
  uniqueRef: string,
  limits: CallLimits = {},
): Promise<StatementLine | undefined> {
  const asked = { account_number: account, reference: uniqueRef };
  try {
    const verified = await patiently(() => bank.verifyTransaction(asked, limits), limits.signal);
    return isFound(verified) ? lineOf(verified.transaction, feeWords) : undefined;
  } catch (error) {
    if (error instanceof RequestRefusedError) return undefined;
    throw error;
  }
}

/** The reply has a verdict and a status of its own, beside the envelope's. */
const isFound = ({ success, statusCode }: { success: boolean; statusCode: string }): boolean =>
  success && !/^[45]\d\d$/.test(statusCode.trim());

const keyOf = ({ internalRef, uniqueRef, transactionType }: Transaction) =>
  `${transactionType} ${uniqueRef} ${internalRef}`;
