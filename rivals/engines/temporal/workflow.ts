import { proxyActivities, sleep } from '@temporalio/workflow';
import { nextLookSeconds, realMs, RETRIES } from '../common/cadence';
import type { Payout, Settings } from '../common/settings';
import type { Activities } from './activities';

/** What a workflow needs to know, as its input: it may not read files. */
export type Pace = Pick<Settings, 'rate' | 'firstLookSeconds' | 'limit'> & {
  /** The longest that a call takes: a killed worker is missed for so long. */
  readonly callMs: number;
};

/** Sends come before reads; only activities of one queue are ordered. */
const PRIORITY = { send: { priorityKey: 1 }, read: { priorityKey: 3 } };

export async function payout(given: Payout, pace: Pace): Promise<string> {
  const options = {
    taskQueue: pace.limit ? 'bank' : 'payouts',
    startToCloseTimeout: pace.callMs,
    retry: {
      initialInterval: RETRIES.firstMs / pace.rate,
      backoffCoefficient: RETRIES.factor,
      maximumInterval: RETRIES.longestMs / pace.rate,
      maximumAttempts: RETRIES.attempts,
    },
  } as const;
  const { resolve, send } = proxyActivities<Activities>({ ...options, priority: PRIORITY.send });
  const { read } = proxyActivities<Activities>({ ...options, priority: PRIORITY.read });
  await send(given, given.accountName ?? (await resolve(given)));
  for (let waited = 0; ;) {
    const seconds = nextLookSeconds(pace, waited);
    waited += Math.max(seconds, 1);
    if (seconds > 0) await sleep(realMs(pace, seconds));
    const end = await read(given.reference);
    if (end !== undefined && end !== null) return end;
  }
}
