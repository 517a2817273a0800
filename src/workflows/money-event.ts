import { workflowInfo } from '@temporalio/workflow';
import { REAL_TIME } from '../domain/clock';
import type { MoneyEvent, PayoutMention } from '../domain/money-events';
import { loanOfCharge } from '../domain/references';
import { referenceInDescription } from '../domain/remarks';
import type { STAMP_DUTY_SUFFIX } from '../service/contract/events';
import { serviceLanes, waking } from './lanes';
import type { MoneyEventResult } from './results';

const STAMP_DUTY: typeof STAMP_DUTY_SUFFIX = '_CBN_STAMP_DUTY_CHARGE';

/** Finds the case that a movement of money belongs to, and wakes it. The case reads the truth for itself. */
export async function moneyEventWorkflow(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.uniqueRef.endsWith(STAMP_DUTY))
    return { outcome: 'paired', with: 'the credit that the stamp duty is for' };
  return event.event === 'account.incoming-transaction' ? moneyCame(event) : moneyLeft(event);
}

/** Back from a payout, or to somebody who owes us: then it is not worth a call to find out more. */
async function moneyCame(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.payout?.kind === 'reversal') return wakePayout(event.payout);
  const { accountId } = event;
  const workflowIds = accountId === undefined ? [] : await waking.wakeLoans({ accountId, newsId: newsId() });
  if (workflowIds.length > 0) return { outcome: 'woken', workflowIds };
  const payout = await mentioned(event);
  if (payout?.kind === 'reversal') return wakePayout(payout);
  return { outcome: 'unmatched', why: 'no loan waits for money on this account' };
}

async function moneyLeft(event: MoneyEvent): Promise<MoneyEventResult> {
  const payout = await mentioned(event);
  if (!payout) return { outcome: 'unmatched', why: 'it names no payout' };
  if (payout.kind === 'charge') return { outcome: 'paired', with: `the payout ${payout.reference}` };
  if (loanOfCharge(payout.reference) !== undefined) return { outcome: 'paired', with: 'a repayment of ours' };
  return wakePayout(payout);
}

async function wakePayout({ reference, kind }: PayoutMention): Promise<MoneyEventResult> {
  const { standing, workflowId } = await waking.wakePayout({
    reference,
    cameBack: kind === 'reversal',
    newsId: newsId(),
  });
  if (standing === 'woken') return { outcome: 'woken', workflowIds: [workflowId] };
  const why = standing === 'ended' ? 'the payout has ended' : 'it names no payout of ours';
  return { outcome: 'unmatched', why };
}

/** The event itself: its workflow carries its name. */
const newsId = () => workflowInfo().workflowId;

/** Newest first is not promised, so this may find nothing: whoever waits asks for himself, a little later. */
const LATEST = 100;

/** The payout that the event names or, where it has no remark, the transaction in the account's list. */
async function mentioned({
  payout,
  accountNumber,
  uniqueRef,
}: MoneyEvent): Promise<PayoutMention | undefined> {
  if (payout !== undefined) return payout ?? undefined;
  if (accountNumber === undefined) return undefined;
  const { routine } = serviceLanes(REAL_TIME);
  const { transactions } = await routine.listTransactions({ account_number: accountNumber, limit: LATEST });
  const found = transactions.find((transaction) => transaction.uniqueRef === uniqueRef);
  return found && referenceInDescription(found.description);
}
