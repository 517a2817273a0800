import {
  admitted,
  exchange,
  limiterOf,
  openedWith,
  reply,
  SECOND,
  wholeAllowance,
} from './support/exchanges';
import { RateLimiter } from '../src';
import { TimedLimiter } from './support/timed-limiter';

test('one request opens a window and the others wait for its reply', () => {
  const limiter = limiterOf(100);
  const opener = admitted(limiter, 0);
  expect(limiter.at(1).admit()).toEqual({ admitted: false, waitMs: expect.any(Number) });
  limiter.at(100).complete(opener, reply({ remaining: 99, resetMs: 900 * SECOND }));
  expect(wholeAllowance(limiter, 101)).toBe(99);
});

test('without headers it keeps its own count', () => {
  expect(wholeAllowance(openedWith({}), 101)).toBe(99);
});

test('the server’s count holds when another user of the key has used the window', () => {
  expect(wholeAllowance(openedWith({ remaining: 30, resetMs: 300 * SECOND }), 101)).toBe(30);
});

test('our own count holds when the headers allow more than the limit leaves', () => {
  const limiter = openedWith({ remaining: 9, resetMs: 900 * SECOND }, 10);
  for (let sent = 0; sent < 8; sent++) exchange(limiter, 200, 300, reply({ remaining: 9 }));
  expect(wholeAllowance(limiter, 400)).toBe(1);
});

test('requests under way are not counted on to be in the server’s count already', () => {
  const limiter = openedWith({ remaining: 10, resetMs: 900 * SECOND });
  const first = admitted(limiter, 200);
  admitted(limiter, 200);
  limiter.at(300).complete(first, reply({ remaining: 8 }));
  expect(wholeAllowance(limiter, 301)).toBe(7);
});

test('a request that never left counts no longer', () => {
  const limiter = openedWith({ remaining: 1, resetMs: 900 * SECOND });
  exchange(limiter, 200, 300, { came: 'nothing sent' });
  expect(wholeAllowance(limiter, 301)).toBe(1);
});

test('a used-up window is left when its reset has passed, with a margin', () => {
  const limiter = openedWith({ remaining: 0, resetMs: 300 * SECOND });
  expect(limiter.at(100).waitMs()).toBe(301 * SECOND);
  expect(limiter.at(100 + 301 * SECOND).waitMs()).toBe(0);
});

test('Retry-After outranks the reset', () => {
  const limiter = limiterOf(100);
  const notice = { remaining: 0, resetMs: 10 * SECOND, retryAfterMs: 20 * SECOND };
  exchange(limiter, 0, 100, reply(notice, true));
  expect(limiter.at(100).waitMs()).toBe(21 * SECOND);
});

test('a Retry-After shorter than the reset holds while another reply is under way', () => {
  const limiter = openedWith({ remaining: 50, resetMs: 300 * SECOND });
  const [refused, other] = [admitted(limiter, 200), admitted(limiter, 200)];
  limiter.at(300).complete(refused, reply({ resetMs: 300 * SECOND, retryAfterMs: 10 * SECOND }, true));
  limiter.at(1_000).complete(other, reply({ remaining: 48, resetMs: 299 * SECOND }));
  expect(limiter.at(3_900).waitMs()).toBe(11 * SECOND + 300 - 3_900);
  expect(limiter.at(300 + 11 * SECOND).waitMs()).toBe(0);
});

test('a refusal without Retry-After closes until the reset, and without either until our own end', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 100, reply({ resetMs: 10 * SECOND }, true));
  expect(limiter.at(100).waitMs()).toBe(11 * SECOND);
  const uninformed = limiterOf(100);
  exchange(uninformed, 0, 100, reply({}, true));
  expect(uninformed.at(100).waitMs()).toBeGreaterThanOrEqual(900 * SECOND);
});

test('several refusals at once that say no time close the window no longer than one', () => {
  const waitAfter = (refusals: number) => {
    const limiter = openedWith({ limit: 100 });
    const permits = Array.from({ length: refusals }, () => admitted(limiter, 200));
    for (const permit of permits) limiter.at(300).complete(permit, { ...reply({}), refused: true });
    return limiter.at(400).waitMs();
  };
  expect(waitAfter(10)).toBe(waitAfter(1));
});

test('of a call that is completed twice the first outcome counts', () => {
  const limiter = openedWith({ remaining: 10, resetMs: 900 * SECOND });
  const permit = admitted(limiter, 200);
  limiter.at(300).complete(permit, reply({ remaining: 9 }));
  limiter.at(300).complete(permit, { came: 'no reply' });
  expect(wholeAllowance(limiter, 301)).toBe(9);
});

test.each([
  [{ limit: 0, windowMs: 1_000 }, 'policy.limit'],
  [{ limit: NaN, windowMs: 1_000 }, 'policy.limit'],
  [{ limit: 1, windowMs: 0 }, 'policy.windowMs'],
])('the policy %j, which allows no call, is refused', (policy, field) => {
  expect(() => new RateLimiter({ policy })).toThrow(field);
});

test('however long the server asks to wait, it looks again within the hour', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 100, reply({ retryAfterMs: 9e8 * SECOND }, true));
  expect(limiter.at(100).waitMs()).toBeLessThanOrEqual(3_601 * SECOND);
});

test('a reset beyond the window’s length is taken for malformed', () => {
  const limiter = openedWith({ remaining: 0, resetMs: 1_741_082_400 * SECOND });
  expect(limiter.at(100).waitMs()).toBe(901 * SECOND);
});

test('a window that began earlier than we thought is recognised by its reset', () => {
  const limiter = openedWith({ remaining: 5, resetMs: 2 * SECOND });
  exchange(limiter, 2_500, 2_600, reply({ remaining: 99, resetMs: 900 * SECOND }));
  expect(wholeAllowance(limiter, 2_700)).toBe(99);
});

test('calls that wait for the end come back spread over a moment', () => {
  const late = new TimedLimiter({ policy: { limit: 100, windowMs: 900 * SECOND }, random: () => 0.5 });
  exchange(late, 0, 100, reply({ remaining: 0, resetMs: 300 * SECOND }));
  expect(late.at(100).waitMs()).toBe(301 * SECOND + 2_250);
});

test('replies that tell nothing of a rate limit are reported once, with the policy that is kept to', () => {
  const kept: unknown[] = [];
  const limiter = new TimedLimiter({ onMissingHeaders: (policy) => kept.push(policy) });
  for (const atMs of [0, 200]) exchange(limiter, atMs, atMs + 100, reply({}, false, []));
  expect(kept).toEqual([{ limit: 100, windowMs: 900 * SECOND }]);
});

test('a lost opening reply lets the next request open the window', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 30 * SECOND, { came: 'no reply' });
  expect(limiter.at(30 * SECOND).waitMs()).toBe(0);
});

const call = (limiter: TimedLimiter, nowMs: number, name: string, refused = false) => {
  const admission = limiter.at(nowMs).admit('urgent', name);
  if (admission.admitted) limiter.at(nowMs).complete(admission.permit, reply({}, refused));
};

test('calls are counted by operation and urgency, in the current window', () => {
  const limiter = limiterOf(100);
  for (const name of ['list', 'create', 'create']) call(limiter, 0, name);
  expect(limiter.at(1).usage()).toEqual([
    { operation: 'create', urgency: 'urgent', calls: 2, refused: 0 },
    { operation: 'list', urgency: 'urgent', calls: 1, refused: 0 },
  ]);
  expect(limiter.at(902 * SECOND).usage()).toEqual([]);
});

test('calls are counted with those that the server refused', () => {
  const limiter = limiterOf(100);
  call(limiter, 0, 'list', true);
  expect(limiter.at(1).usage()).toMatchObject([{ operation: 'list', calls: 1, refused: 1 }]);
});

test('people are told once when two windows in a row have taken one call alone, and the count ends with a better one', () => {
  const told: number[] = [];
  const policy = { limit: 100, windowMs: 900 * SECOND };
  const limiter = new TimedLimiter({ policy, onStarved: (windows) => told.push(windows) });
  const window = (place: number, remaining: number) => {
    const atMs = place * 1_000 * SECOND;
    exchange(limiter, atMs, atMs + 100, reply({ remaining, resetMs: 900 * SECOND }));
    return limiter.at(atMs + 990 * SECOND).waitMs();
  };
  window(1, 99);
  window(2, 0);
  expect(told).toEqual([]);
  for (const place of [3, 4]) window(place, 0);
  expect(told).toEqual([2]);
  expect(limiter.starvedWindows).toBe(3);
  window(5, 99);
  expect(limiter.starvedWindows).toBe(0);
});
