import type { CallOutcome, Permit, PolicyNotice, Urgency } from '../../src';
import { TimedLimiter } from './timed-limiter';

/** Milliseconds. */
export const SECOND = 1_000;

export const limiterOf = (limit: number, windowMs = 900 * SECOND) =>
  new TimedLimiter({ policy: { limit, windowMs }, random: () => 0 });

export function admitted(limiter: TimedLimiter, nowMs: number): Permit {
  const admission = limiter.at(nowMs).admit('routine');
  if (!admission.admitted) throw new Error(`not admitted, wait ${admission.waitMs} ms`);
  return admission.permit;
}

/** Sends a request at one millisecond, of which this is known at another. */
export function exchange(limiter: TimedLimiter, sentMs: number, knownMs: number, outcome: CallOutcome): void {
  const permit = admitted(limiter, sentMs);
  limiter.at(knownMs).complete(permit, outcome);
}

/** A reply that speaks of one policy, and perhaps says when to come back. */
export const reply = (said: Said = {}, refused = false, without?: []) => {
  const { retryAfterMs, ...policy } = said;
  const notice = { policies: without ?? [policy], ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return { came: 'reply', refused, notice } as const;
};

type Said = PolicyNotice & { readonly retryAfterMs?: number };

/** A limiter whose first request, at 0, came back at 100 ms with this notice. */
export function openedWith(notice: Said, limit = 100): TimedLimiter {
  const limiter = limiterOf(limit);
  exchange(limiter, 0, 100, reply(notice));
  return limiter;
}

const allowance = (limiter: TimedLimiter, nowMs: number, urgency: Urgency): number => {
  let count = 0;
  while (limiter.at(nowMs).admit(urgency).admitted) count += 1;
  return count;
};

/** All that can be let through at an instant, routine calls first. */
export const wholeAllowance = (limiter: TimedLimiter, nowMs: number) =>
  allowance(limiter, nowMs, 'routine') + allowance(limiter, nowMs, 'urgent');
