import type { Rule } from './limiter';

/** So many calls in a window of so many milliseconds: all that these rules know of the bank. */
export interface Limit {
  readonly calls: number;
  readonly windowMs: number;
}

/** No limiter at all. */
export const unlimited = (): Rule => ({ waitMs: () => 0, taken: () => undefined });

/** A bucket of tokens, full at first, refilled at the limit's average rate. */
export function tokenBucket({ calls, windowMs }: Limit): Rule {
  const perMs = calls / windowMs;
  let tokens = calls;
  let filledMs = performance.now();
  const fill = (nowMs: number) => {
    tokens = Math.min(calls, tokens + (nowMs - filledMs) * perMs);
    filledMs = nowMs;
  };
  return {
    waitMs(nowMs) {
      fill(nowMs);
      return tokens >= 1 ? 0 : (1 - tokens) / perMs;
    },
    taken: () => void (tokens -= 1),
  };
}

/** One call after the other, evenly over the window. */
export function evenPacing({ calls, windowMs }: Limit): Rule {
  let nextMs = 0;
  return {
    waitMs: (nowMs) => nextMs - nowMs,
    taken: (nowMs) => void (nextMs = nowMs + windowMs / calls),
  };
}

/** Calls that left a moment too early would all be refused: a careful user leaves a margin. */
const MARGIN_MS = 500;

/** Never more calls than allowed in any stretch as long as a window. */
export function rollingWindow({ calls, windowMs }: Limit): Rule {
  const sentMs: number[] = [];
  return {
    waitMs: (nowMs) => (sentMs.length < calls ? 0 : (sentMs[0] ?? 0) + windowMs + MARGIN_MS - nowMs),
    taken(nowMs) {
      sentMs.push(nowMs);
      if (sentMs.length > calls) sentMs.shift();
    },
  };
}
