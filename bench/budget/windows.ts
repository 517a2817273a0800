import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/app';
import type { WindowRecord } from '../../sandbox/http/fixed-window';
import type { Course } from '../work';

/** A payout that has waited for so long at the end of a window had wanted a call of it. */
const WAITED_MS = 1_000;
/** Headers carry whole seconds: so long after its end every client knows that a window has ended. */
const ROUNDING_MS = 2_500;

/** Calls used of each window at whose end a payout still waited to be sent. */
export function usesWhileWaiting(
  { settings }: Sandbox,
  windows: readonly WindowRecord[],
  courses: readonly Course[],
): number[] {
  const lengthMs = settings.windowSeconds * 1_000;
  return windows
    .filter((window) => courses.some((course) => waits(course, openedMs(window) + lengthMs)))
    .map(({ used }) => Math.min(used, settings.limit));
}

const waits = ({ wantedMs, submittedMs }: Course, atMs: number) =>
  wantedMs < atMs - WAITED_MS && submittedMs > atMs;

/** The window, counted from 1, in which an instant lies; infinite for an instant that never came. */
export const windowOf = (windows: readonly WindowRecord[], atMs: number): number =>
  atMs === Infinity ? Infinity : windows.filter((window) => openedMs(window) <= atMs + 1).length;

const openedMs = ({ openedAtMs }: WindowRecord) => performance.timeOrigin + openedAtMs;

/** Calls that each window refused, those of one operation left out. */
export const refusals = (windows: readonly WindowRecord[], leftOut?: string): number[] =>
  windows.map(({ refused }) =>
    Object.entries(refused).reduce((sum, [operation, count]) => sum + (operation === leftOut ? 0 : count), 0),
  );

/** Resolves once the window that is open now has ended, so that the next call opens one. */
export async function untilWindowEnds({ window, settings }: Sandbox): Promise<void> {
  const last = window.history.at(-1);
  const endsMs = last ? openedMs(last) + settings.windowSeconds * 1_000 + ROUNDING_MS : 0;
  await sleep(Math.max(0, endsMs - Date.now()));
}
