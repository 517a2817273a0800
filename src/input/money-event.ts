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

function eventOf({ event, data }: MoneyEventPayload): MoneyEvent {
  const { uniqueRef, account, transactionDetails } = data;
  const accountNumber = account.bankAccount?.accountNumber;
  return {
    event,
    uniqueRef,
    accountId: account.id,
    ...(transactionDetails && { mentions: keptMentions(transactionDetails.remark) }),
    ...(accountNumber !== undefined && { accountNumber }),
  };
}
