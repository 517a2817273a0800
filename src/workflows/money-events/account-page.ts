import { PAGE_SIZE } from '../../bank/contract/codes';
import type { MoneyEvent } from '../../domain/money/events';
import { lineOf, type StatementLine } from '../../domain/reconciliation/statement';
import { REAL_TIME } from '../../domain/time/clock';
import { bankProxies } from '../activity-proxies';

/**
 * The first page of the account of an event that has no remark; empty where the event names no account. The page need
 * not show the transaction: the case then finds the money by its own poll, or the nightly reconciliation does.
 */
export async function accountPage({ accountNumber }: MoneyEvent): Promise<StatementLine[]> {
  if (accountNumber === undefined) return [];
  const { routine } = bankProxies(REAL_TIME);
  const { transactions } = await routine.listTransactions({
    account_number: accountNumber,
    limit: PAGE_SIZE,
  });
  return transactions.map((transaction) => lineOf(transaction));
}
