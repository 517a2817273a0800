import { referenceInDescription } from '../domain/remarks';
import type { StatementLine } from '../domain/statement';
import type { Client } from '../service/client';
import { RequestRefusedError } from '../service/errors';
import type { CallLimits } from '../service/exchange';
import { instantIn, PAGE_SIZE, patiently, readBackTo } from './paging';

type Reads = Pick<Client, 'listTransactions' | 'verifyTransaction'>;
/** A transaction, whether it stands in a list or was asked for alone. */
export type Transaction = Omit<
  Awaited<ReturnType<Client['listTransactions']>>['transactions'][number],
  'balance'
>;

/** An account's statement since an instant, page by page; it may take more than one window. */
export const readStatement = async (
  ...asked: Parameters<typeof readTransactions>
): Promise<StatementLine[]> =>
  (await readTransactions(...asked)).map((transaction) => lineOf('listTransactions', transaction));

/** The same as the service words it. */
export async function readTransactions(
  service: Pick<Client, 'listTransactions'>,
  account: string,
  fromAt: string,
  limits: CallLimits = {},
): Promise<Transaction[]> {
  const readPage = async (page: number) => {
    const asked = { account_number: account, page, limit: PAGE_SIZE };
    const { transactions, last } = await patiently(
      () => service.listTransactions(asked, limits),
      limits.signal,
    );
    return { items: transactions, isLast: last };
  };
  const at = (transaction: Transaction) => atOf('listTransactions', transaction);
  return readBackTo<Transaction>(fromAt, { readPage, keyOf, atOf: at });
}

/** A single line, by the service's own reference; nothing when the account has none such. */
export async function readLine(
  service: Reads,
  account: string,
  uniqueRef: string,
  limits: CallLimits = {},
): Promise<StatementLine | undefined> {
  const asked = { account_number: account, reference: uniqueRef };
  try {
    const verify = () => service.verifyTransaction(asked, limits);
    return lineOf('verifyTransaction', (await patiently(verify, limits.signal)).transaction);
  } catch (error) {
    if (error instanceof RequestRefusedError) return undefined;
    throw error;
  }
}

const keyOf = ({ internalRef, uniqueRef, transactionType }: Transaction) =>
  `${transactionType} ${uniqueRef} ${internalRef}`;

const atOf = (operation: keyof Reads, { entryDate }: Transaction) =>
  instantIn(operation, 'entryDate', entryDate);

function lineOf(operation: keyof Reads, transaction: Transaction): StatementLine {
  const { uniqueRef, transactionType: direction, amount, wasReversed, description } = transaction;
  const reference = referenceInDescription(description)?.reference;
  return {
    uniqueRef,
    direction,
    amountKobo: Math.round(amount),
    at: atOf(operation, transaction),
    wasReversed,
    ...(reference !== undefined && { reference }),
  };
}
