import { admitted, exchange, limiterOf, reply, SECOND, wholeAllowance } from './support/exchanges';
import { TimedLimiter } from './support/timed-limiter';

const WINDOW = { remaining: 99, resetMs: 900 * SECOND };

test('who may not call the server lets no request through, hands out no task, and says when to ask again', () => {
  let mayCall = false;
  const limiter = new TimedLimiter({ mayCall: () => mayCall });
  expect(limiter.admit()).toEqual({ admitted: false, waitMs: expect.any(Number) });
  expect([limiter.slotsFor('urgent'), limiter.roomFor('routine')]).toEqual([0, 0]);
  expect(limiter.waitMs()).toBeGreaterThan(0);
  mayCall = true;
  expect(limiter.admit().admitted).toBe(true);
});

test('in an outage, too, who may not call the server hands out no task', () => {
  let mayCall = true;
  const limiter = new TimedLimiter({ mayCall: () => mayCall });
  for (let failed = 0; failed < 5; failed += 1)
    exchange(limiter, failed, failed, { came: 'no reply', outage: 'no answer' });
  expect(limiter.slotsFor('urgent')).toBe(Infinity);
  mayCall = false;
  expect(limiter.slotsFor('urgent')).toBe(0);
});

test('starting over, one request finds out where the window stands', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 100, reply(WINDOW));
  limiter.startOver();
  const probe = admitted(limiter, 200);
  expect(limiter.at(201).admit().admitted).toBe(false);
  limiter.at(300).complete(probe, reply({ remaining: 30, resetMs: 500 * SECOND }));
  expect(wholeAllowance(limiter, 301)).toBe(30);
});

test('starting over while a probe gets no reply, the next request is a probe again', () => {
  const limiter = limiterOf(100);
  limiter.startOver();
  exchange(limiter, 200, 300, { came: 'no reply' });
  admitted(limiter, 400);
  expect(limiter.at(401).admit().admitted).toBe(false);
});

test('starting over in a window that is known to be used up, nothing goes out before its end', () => {
  const limiter = limiterOf(100);
  limiter.at(0).startOver(60 * SECOND);
  expect(limiter.at(59 * SECOND).admit().admitted).toBe(false);
  expect(limiter.at(62 * SECOND).admit().admitted).toBe(true);
  expect(limiter.at(62 * SECOND).admit().admitted).toBe(false);
});

test('starting over, what is under way from before counts in the window that is found', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 100, reply(WINDOW));
  const late = admitted(limiter, 150);
  limiter.at(200).startOver();
  const probe = admitted(limiter, 201);
  limiter.at(300).complete(probe, reply({ remaining: 50, resetMs: 500 * SECOND }));
  limiter.at(400).complete(late, { came: 'no reply' });
  expect(wholeAllowance(limiter, 401)).toBeLessThanOrEqual(49);
});

test('starting over forgets an outage and what was called', () => {
  const limiter = limiterOf(100);
  for (let failed = 0; failed < 5; failed += 1)
    exchange(limiter, failed, failed, { came: 'no reply', outage: 'no answer' });
  expect(limiter.breaker.outage).toBeDefined();
  limiter.startOver();
  expect(limiter.breaker.outage).toBeUndefined();
  expect(limiter.usage()).toEqual([]);
});
