import type { Settings } from './settings';

/** The patience of every variant with a call that fails. Business time, in milliseconds. */
export const RETRIES = { attempts: 10, firstMs: 5_000, factor: 2, longestMs: 60_000 };

/** Business seconds until the next look at a payout, after so many of waiting. */
export function nextLookSeconds(
  { firstLookSeconds }: Pick<Settings, 'firstLookSeconds'>,
  waitedSeconds: number,
): number {
  return Math.max(firstLookSeconds, waitedSeconds / 2);
}

/** Business seconds as real milliseconds. */
export const realMs = ({ rate }: Pick<Settings, 'rate'>, seconds: number): number => (seconds * 1_000) / rate;
