import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare-worker';

const { check } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '10 s' });
const { send, settle } = proxyActivities<BareActivities>({ startToCloseTimeout: '10 s' });

/** What any workflow costs that does what a payout to a known beneficiary does: one local activity and two others. */
export async function bareWorkflow(input: object): Promise<object> {
  const checked = await check(input);
  const sent = await send(checked);
  return settle(sent);
}
