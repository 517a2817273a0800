import { activityInfo } from '@temporalio/activity';
import { bank, reads, retried, type Activities } from './activities';

/** From the second attempt on, the first may have sent. */
export const activities: Activities = {
  ...reads,
  send: (payout, accountName) => retried(bank.sendCarefully(payout, accountName, activityInfo().attempt > 1)),
};
