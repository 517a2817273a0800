import type { CadenceName } from '../../domain/time/cadence';
import { pollDelay, type Clock } from '../../domain/time/clock';

/** Looks while calls are to spare: the first when the thing may well have ended, then often. Seconds. */
export interface QuickLooks {
  readonly firstSeconds: number;
  readonly everySeconds: number;
  /** Later looks lie this share of the time already waited apart. */
  readonly growth: number;
}

/** The polls with quicker looks than their cadence. */
export const quickLooks = {
  // A payout that settles between two looks is confirmed within three seconds, the call itself included.
  payout: { firstSeconds: 14, everySeconds: 2.85, growth: 0.05 },
} as const satisfies Partial<Record<CadenceName, QuickLooks>>;

/** Real milliseconds until the next quick look, after `waitedMs` real milliseconds. */
export function quickLookDelayMs(
  { firstSeconds, everySeconds, growth }: QuickLooks,
  clock: Clock,
  waitedMs: number,
): number {
  const waitedSeconds = (waitedMs * clock.rate) / 1000;
  const seconds = Math.max(firstSeconds - waitedSeconds, everySeconds, waitedSeconds * growth);
  return pollDelay(clock, seconds * 1000);
}
