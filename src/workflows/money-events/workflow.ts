import { workflowInfo } from '@temporalio/workflow';
import type { MoneyEvent, PayoutMention } from '../../domain/money/events';
import { loanOfCharge } from '../../domain/wire/references';
import { STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';
import { wakeUps } from '../activity-proxies';
import type { MoneyEventResult } from '../results';
import { mentionedPayout } from './mentioned-payout';

/** Finds the case that a movement of money belongs to, and wakes it. The case reads the truth for itself. */
export async function moneyEventWorkflow(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.uniqueRef.endsWith(STAMP_DUTY_SUFFIX))
    return { outcome: 'paired', with: 'the credit that the stamp duty is for' };
  return event.event === 'account.incoming-transaction' ? moneyCame(event) : moneyLeft(event);
}

/** Money back from a payout, or paid in by a borrower: then it is not worth a call to find out more. */
async function moneyCame(event: MoneyEvent): Promise<MoneyEventResult> {
  if (event.payout?.kind === 'reversal') return wakePayout(event.payout);
  const { accountId } = event;
  const workflowIds =
    accountId === undefined ? [] : await wakeUps.wakeLoans({ accountId, notificationId: notificationId() });
  if (workflowIds.length > 0) return { outcome: 'woken', workflowIds };
  const payout = await mentionedPayout(event);
  const woken = payout && payout.kind !== 'charge' ? await wakeReturned(payout) : undefined;
  return woken ?? { outcome: 'unmatched', why: 'no loan waits for money on this account' };
}

/** A credit under the reference of a payout of ours is its money coming back, in whatever words. */
async function wakeReturned({ reference }: PayoutMention): Promise<MoneyEventResult | undefined> {
  const result = await wakePayout({ reference, kind: 'reversal' });
  return result.outcome === 'woken' ? result : undefined;
}

async function moneyLeft(event: MoneyEvent): Promise<MoneyEventResult> {
  const payout = await mentionedPayout(event);
  if (!payout) return { outcome: 'unmatched', why: 'it names no payout' };
  if (payout.kind === 'charge') return { outcome: 'paired', with: `the payout ${payout.reference}` };
  if (loanOfCharge(payout.reference) !== undefined) return { outcome: 'paired', with: 'a repayment of ours' };
  return wakePayout(payout);
}

async function wakePayout({ reference, kind }: PayoutMention): Promise<MoneyEventResult> {
  const { outcome, workflowId } = await wakeUps.wakePayout({
    reference,
    cameBack: kind === 'reversal',
    notificationId: notificationId(),
  });
  if (outcome === 'woken') return { outcome: 'woken', workflowIds: [workflowId] };
  const why = outcome === 'ended' ? 'the payout has ended' : 'it names no payout of ours';
  return { outcome: 'unmatched', why };
}

/** The event's own workflow id tells it from others. */
const notificationId = () => workflowInfo().workflowId;
