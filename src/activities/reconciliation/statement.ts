import { setTimeout as sleep } from 'node:timers/promises';
import { BankError, RateLimitedError, RequestRefusedError, unlessRefused } from '../../bank/errors';
import { lineOf, type StatementLine } from '../../domain/reconciliation/statement';
import type { BankClient } from '../../bank/client';
import type { CallLimits } from '../../bank/exchange';
import { PAGE_SIZE } from '../../bank/contract/limits';
import { isRefusal, refusals } from '../../bank/contract/refusals';

interface Listing<T> {
  /** Reads a page, from 1 on; `found` is how many different items the pages before it showed. */
  readonly readPage: (page: number, found: number) => Promise<{ items: readonly T[]; isLast: boolean }>;
  /** Tells items apart: pages shift while new ones arrive. */
  readonly keyOf: (item: T) => string;
  /** When it happened, ISO 8601 in UTC: such instants compare as text. */
  readonly atOf: (item: T) => string;
}

/** A list has ended after this many pages in a row without a new item, whether or not the bank says so. */
const UNPRODUCTIVE_PAGES = 2;

/** How far a list is read beyond the required part: to an instant, within a number of pages in all. */
interface Further {
  readonly toAt: string;
  /** The pages in all, given the pages that had to be read. */
  readonly pagesFor: (pages: number) => number;
}

/**
 * Reads a list from its newest page back to an instant, in as few pages as possible, and further where that is asked
 * for; where the bank does not list the newest first, it reads all pages.
 */
export async function readBackTo<T>(
  fromAt: string,
  { readPage, keyOf, atOf }: Listing<T>,
  further: Further = { toAt: fromAt, pagesFor: (pages) => pages },
): Promise<T[]> {
  const found = new Map<string, T>();
  let [newest, last, rises] = ['', '', false];
  // Where a list comes down from the newest, older items alone follow its last one. Equal instants show no order.
  const isPast = (at: string) => !rises && last < newest && last < at;
  let unproductive = 0;
  let needed = Infinity;
  const isRead = (pages: number) => {
    if (needed === Infinity && isPast(fromAt)) needed = pages;
    return isPast(further.toAt) || pages >= further.pagesFor(needed);
  };
  for (let page = 1; unproductive < UNPRODUCTIVE_PAGES && !isRead(page - 1); page++) {
    const { items, isLast } = await readPage(page, found.size);
    const fresh = items.filter((item) => !found.has(keyOf(item)));
    for (const item of fresh) {
      rises ||= last !== '' && atOf(item) > last;
      last = atOf(item);
      newest ||= last;
    }
    for (const item of items) found.set(keyOf(item), item);
    if (isLast || items.length === 0) break;
    unproductive = fresh.length === 0 ? unproductive + 1 : 0;
  }
  return [...found.values()].filter((item) => atOf(item) >= further.toAt);
}

/** Makes a call of a scheduled job: when the rate limiter refuses it, waits as long as the limiter says, and repeats. */
export async function patiently<R>(call: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await sleep(error.retryAfterMs, undefined, signal && { signal });
    }
  }
}

/** The source of statements, and the words by which the bank names a fee. */
export interface StatementSource {
  readonly bank: Pick<BankClient, 'listTransactions' | 'verifyTransaction'>;
  readonly feeWords?: readonly string[] | undefined;
}

/** A transaction, whether it stands in a list or was asked for alone. */
export type Transaction = Omit<
  Awaited<ReturnType<BankClient['listTransactions']>>['transactions'][number],
  'balance'
>;

/** How long the bank may take a paid payout back, as far as its statement tells. */
const TAKEN_BACK_WITHIN_MS = 30 * 24 * 3_600_000;

/** The pages of one account read in all, or a tenth more than required, to see older payouts again. */
const PAGES_IN_ALL = 200;
const pagesFor = (pages: number) => Math.max(PAGES_IN_ALL, Math.ceil(1.1 * pages));

/** An account's statement since an instant, and older lines as pages allow; it may take more than one window. */
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
  const listing = { readPage, keyOf, atOf: ({ entryDate }: Transaction) => entryDate };
  return readBackTo(fromAt, listing, further).catch((error: unknown) => {
    if (error instanceof BankError) error.about = `the statement of the account …${account.slice(-4)}`;
    throw error;
  });
}

/**
 * What is read of an account; nothing where the bank does not have it, unless a person has named it. A payout may name
 * such an account: the bank refuses that payout, so nothing has left it.
 */
export const ifKnown = <T>(read: Promise<T[]>, isNamed: boolean): Promise<T[]> =>
  read.catch((error: unknown) => {
    if (isNamed || !(error instanceof RequestRefusedError)) throw error;
    if (!isRefusal(error, refusals.accountNotFound)) throw error;
    return [];
  });

/** A single line, by the bank's own reference; `undefined` if the account has no such line. */
export async function readLine(
  { bank, feeWords }: StatementSource,
  account: string,
  uniqueRef: string,
  limits: CallLimits = {},
): Promise<StatementLine | undefined> {
  const asked = { account_number: account, reference: uniqueRef };
  const ask = () => bank.verifyTransaction(asked, limits);
  const verified = await patiently(ask, limits.signal).catch(unlessRefused);
  return verified && isFound(verified) ? lineOf(verified.transaction, feeWords) : undefined;
}

/** The reply has a verdict and a status of its own, beside the envelope's. */
const isFound = ({ success, statusCode }: { success: boolean; statusCode: string }): boolean =>
  success && !/^[45]\d\d$/.test(statusCode.trim());

const keyOf = ({ internalRef, uniqueRef, transactionType }: Transaction) =>
  `${transactionType} ${uniqueRef} ${internalRef}`;
