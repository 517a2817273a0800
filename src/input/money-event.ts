import type { MoneyEvent } from '../domain/money/events';
import { keptMentions } from '../domain/money/remarks';
import { moneyEvent, type MoneyEventPayload } from '../bank/contract/webhooks';
import { inputProblems } from './problems';

/** An event as it was delivered or stands in the history, read; or what is wrong with it, a sentence each. */
export type ReadMoneyEvent = { readonly event: MoneyEvent } | { readonly problems: readonly string[] };

/** Reads the payload of an event. Amounts, names and whatever else it says are left where they are. */
export function readMoneyEvent(payload: unknown): ReadMoneyEvent {
  const { data, error } = moneyEvent.safeParse(payload);
  return error ? { problems: inputProblems(error) } : { event: eventOf(data) };
}

/** The account counts where it has to be looked at, or where the event may tell of money that came back to it. */
function eventOf({ event, data }: MoneyEventPayload): MoneyEvent {
  const { uniqueRef, account, transactionDetails } = data;
  const accountNumber = account.bankAccount?.accountNumber;
  const mentions = transactionDetails && keptMentions(transactionDetails.remark);
  const mayComeBack = event === 'account.incoming-transaction' && mentions?.length !== 0;
  return {
    event,
    uniqueRef,
    accountId: account.id,
    ...(mentions && { mentions }),
    ...(accountNumber !== undefined && (!mentions || mayComeBack) && { accountNumber }),
  };
}
