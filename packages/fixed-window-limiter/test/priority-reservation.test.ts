import { TimedLimiter } from './support/timed-limiter';
import type { Urgency } from '../src';

const WINDOW_MS = 900_000;
const OPENED_MS = 100;
const END_MS = OPENED_MS + WINDOW_MS + 1_000;

/** A limiter whose window of a hundred was opened by an urgent call. */
function opened(): TimedLimiter {
  const limiter = new TimedLimiter({ policy: { limit: 100, windowMs: WINDOW_MS }, random: () => 0 });
  open(limiter, 0);
  return limiter;
}

function open(limiter: TimedLimiter, nowMs: number) {
  const admission = limiter.at(nowMs).admit('urgent');
  if (!admission.admitted) throw new Error('the window is not there yet');
  const notice = { policies: [{ remaining: 99, resetMs: WINDOW_MS }] };
  limiter.at(nowMs + OPENED_MS).complete(admission.permit, { came: 'reply', refused: false, notice });
}

const uninformative = { came: 'reply', refused: false, notice: { policies: [] } } as const;

/** Makes all calls there is room for, at most so many, and tells how many that were. */
function take(limiter: TimedLimiter, nowMs: number, urgency: Urgency, most = Infinity): number {
  for (let count = 0; count < most; count += 1) {
    const admission = limiter.at(nowMs).admit(urgency);
    if (!admission.admitted) return count;
    limiter.at(nowMs).complete(admission.permit, uninformative);
  }
  return most;
}

const late = (share: number) => share * WINDOW_MS;

test('routine calls leave a reserve for urgent ones: a tenth of the window at first', () => {
  const limiter = opened();
  expect(take(limiter, 200, 'routine')).toBe(89);
  expect(limiter.at(200).snapshot()).toMatchObject({ remaining: 10, reserve: 10 });
  expect(take(limiter, 200, 'urgent')).toBe(10);
});

test('routine calls leave a reserve for urgent ones that decays as the window ages and is gone before its end', () => {
  const limiter = opened();
  take(limiter, 200, 'routine');
  expect(take(limiter, late(0.5), 'routine')).toBeGreaterThanOrEqual(4);
  expect(take(limiter, late(0.96), 'routine')).toBeGreaterThanOrEqual(4);
  expect(limiter.at(late(0.96)).snapshot().remaining).toBe(0);
});

test('routine calls leave a reserve for urgent ones that grows with what came lately', () => {
  const limiter = opened();
  take(limiter, 200, 'urgent', 60);
  open(limiter, END_MS);
  expect(limiter.at(END_MS + 200).snapshot().reserve).toBeGreaterThan(25);
});

test('routine calls leave a reserve for urgent ones: and is forgotten when nothing has come for long', () => {
  const limiter = opened();
  take(limiter, 200, 'urgent', 60);
  const nextDayMs = 86_400_000;
  open(limiter, nextDayMs);
  expect(limiter.at(nextDayMs + 200).snapshot().reserve).toBe(10);
});

test('routine calls leave a reserve for urgent ones: of all that is left while urgent work is known to wait', () => {
  const limiter = opened();
  limiter.attach({ urgentWaits: () => true, roomChanged: () => undefined });
  expect(take(limiter, 200, 'routine')).toBe(5);
  expect(take(limiter, 200, 'urgent')).toBe(94);
});

test('routine calls leave a reserve for urgent ones: and come back about when it has decayed, never later than the window', () => {
  const limiter = opened();
  take(limiter, 200, 'routine');
  let nowMs = 200;
  let asked = 0;
  while (limiter.at(nowMs).snapshot().remaining > 0) {
    const admission = limiter.at(nowMs).admit('routine');
    if (admission.admitted) limiter.at(nowMs).complete(admission.permit, uninformative);
    else nowMs += admission.waitMs;
    asked += 1;
  }
  expect(nowMs).toBeLessThan(late(0.96));
  expect(asked).toBeLessThan(60);
});

test('urgent calls are limited by nothing but the window, and for a moment by five calls of it', () => {
  const limiter = opened();
  expect(take(limiter, 200, 'urgent')).toBe(94);
  expect(take(limiter, 200, 'routine')).toBe(5);
});

test('urgent calls use those five too when no routine call has come for them', () => {
  const limiter = opened();
  take(limiter, 200, 'urgent');
  const admission = limiter.at(200).admit('urgent');
  const waitMs = admission.admitted ? 0 : admission.waitMs;
  expect(waitMs).toBeLessThan(late(0.12));
  expect(take(limiter, late(0.12), 'urgent')).toBe(5);
});

test('the first call opens a window, however small it is', () => {
  const limiter = new TimedLimiter({ policy: { limit: 1, windowMs: WINDOW_MS } });
  expect(limiter.at(0).admit('routine').admitted).toBe(true);
});

test.each([1_000_000, Infinity])('a limit of %d, which is none, never makes a call wait', (limit) => {
  const limiter = new TimedLimiter({ policy: { limit, windowMs: WINDOW_MS } });
  const opener = limiter.at(0).admit('routine');
  if (opener.admitted)
    limiter.at(1).complete(opener.permit, { came: 'reply', refused: false, notice: { policies: [] } });
  expect(take(limiter, 2, 'routine', 1_000)).toBe(1_000);
  expect(take(limiter, 2, 'urgent', 1_000)).toBe(1_000);
});
