import type { Permit } from '../src';
import { admitted, exchange, openedWith, reply, SECOND, wholeAllowance } from './support/exchanges';
import type { TimedLimiter } from './support/timed-limiter';

/** Permits for all urgent calls that can be let through once nothing is kept for others. */
function all(limiter: TimedLimiter, nowMs: number): Permit[] {
  const permits: Permit[] = [];
  for (;;) {
    const admission = limiter.at(nowMs).admit(permits.length < 3 ? 'routine' : 'urgent');
    if (!admission.admitted) return permits;
    permits.push(admission.permit);
  }
}

/** A limiter that has seen the other take so many. */
function besideOneWhoTook(count: number, remaining: number) {
  const limiter = openedWith({ remaining: remaining + count + 1, resetMs: 900 * SECOND });
  exchange(limiter, 200, 300, reply({ remaining }));
  return limiter;
}

test('beside another user of the key, what others took is told', () => {
  expect(besideOneWhoTook(7, 60).at(301).snapshot()).toMatchObject({ remaining: 60, usedByOthers: 38 });
});

test('beside another user of the key, as many calls as others may still take go out one by one', () => {
  const limiter = besideOneWhoTook(7, 12);
  expect(wholeAllowance(limiter, 301)).toBe(5);
  const waiting = besideOneWhoTook(7, 6);
  const permit = admitted(waiting, 301);
  expect(wholeAllowance(waiting, 302)).toBe(0);
  waiting.at(400).complete(permit, reply({ remaining: 5 }));
  expect(wholeAllowance(waiting, 401)).toBe(1);
});

test('beside another user of the key, after a silence one goes first, since others may have come meanwhile', () => {
  const limiter = openedWith({ remaining: 5, resetMs: 900 * SECOND });
  expect(wholeAllowance(limiter, 90 * SECOND)).toBe(1);
});

test('beside another user of the key, and so in the next window, and ever less when the others stay away', () => {
  const limiter = besideOneWhoTook(8, 50);
  const alone = [0, 1, 2, 3].map((number) => {
    const atMs = (number + 1) * 902 * SECOND;
    exchange(limiter, atMs, atMs + 1, reply({ remaining: 99, resetMs: 900 * SECOND }));
    const permits = all(limiter, atMs + 2);
    for (const permit of permits) limiter.at(atMs + 3).complete(permit, { came: 'nothing sent' });
    return 99 - permits.length;
  });
  expect(alone).toEqual([8, 4, 2, 1]);
});
