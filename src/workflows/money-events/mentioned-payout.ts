import { PAGE_SIZE } from '../../bank/contract/codes';
import type { MoneyEvent, PayoutMention } from '../../domain/money/events';
import { referenceInDescription } from '../../domain/money/remarks';
import { REAL_TIME } from '../../domain/time/clock';
import { bankProxies } from '../activity-proxies';

/**
 * The payout that a money event names or, where it has no remark, the transaction in the account's list. The first page
 * need not show it: the case then finds the money by its own poll.
 */
export async function mentionedPayout(event: MoneyEvent): Promise<PayoutMention | undefined> {
  const { payout, accountNumber, uniqueRef } = event;
  if (payout !== undefined) return payout ?? undefined;
  if (accountNumber === undefined) return undefined;
  const { routine } = bankProxies(REAL_TIME);
  const { transactions } = await routine.listTransactions({
    account_number: accountNumber,
    limit: PAGE_SIZE,
  });
  const found = transactions.find((transaction) => transaction.uniqueRef === uniqueRef);
  return found && referenceInDescription(found.description);
}
