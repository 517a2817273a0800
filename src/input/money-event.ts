import type { MoneyEvent } from '../domain/money/bank-events';
import { keptMentions } from '../domain/money/remarks';
import { moneyEvent, type MoneyEventPayload } from '../bank/contract/webhooks';
import { inputProblems } from './problems';

/**
 * Parses an event of a delivery or of the history, and drops amounts, names and everything else that is not needed.
 * @returns the event, or its problems, a sentence each
 */
export function readMoneyEvent(payload: unknown) {
  const { data, error } = moneyEvent.safeParse(payload);
  return error ? { problems: inputProblems(error) } : { event: eventOf(data) };
}

/** Keeps the account only if it must be read, or if money may have come back to it. */
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
