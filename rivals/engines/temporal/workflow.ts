import { proxyActivities, sleep } from '@temporalio/workflow';
import { nextLookSeconds, realMs, RETRIES } from '../common/cadence';
import type { Payout, Settings } from '../common/settings';
import type { Activities } from './activities';

/** What a workflow needs to know, as its input: it may not read files. */
export type Pace = Pick<Settings, 'rate' | 'firstLookSeconds' | 'limit'>;

/** Sends come before reads; only activities of one queue are ordered. */
const PRIORITY = { send: { priorityKey: 1 }, read: { priorityKey: 3 } };

export async function payout(given: Payout, pace: Pace): Promise<string> {
  const settings = pace as Settings;
  const options = {
    taskQueue: pace.limit ? 'bank' : 'payouts',
    startToCloseTimeout: '2 minutes',
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
    const seconds = nextLookSeconds(settings, waited);
    waited += seconds;
    if (seconds > 0) await sleep(realMs(settings, seconds));
    const end = await read(given.reference);
    if (end !== undefined && end !== null) return end;
    if (seconds === 0) waited = 1;
  }
}
