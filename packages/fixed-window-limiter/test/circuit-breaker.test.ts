import fc from 'fast-check';
import type { Outage } from '../src';
import { Breaker } from '../src/circuit-breaker';
import { TimedLimiter } from './support/timed-limiter';
import { exchange, limiterOf, reply, SECOND } from './support/exchanges';
import { serverThatIsDown, callersOf } from './support/outages';

const noReply = { came: 'no reply', outage: 'no answer' } as const;

/** A limiter whose first five calls, a millisecond each, have failed. */
function afterFailures(failures = 5, outage: Outage = 'no answer'): TimedLimiter {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 1, reply({ remaining: 99, resetMs: 900 * SECOND }));
  for (let call = 1; call <= failures; call++) exchange(limiter, call, call + 1, { ...noReply, outage });
  return limiter;
}

test('four failures in a row are no outage', () => {
  const limiter = afterFailures(4);
  expect([limiter.waitMs(), limiter.breaker.outage]).toEqual([0, undefined]);
});

test('an answer among failures begins the count anew', () => {
  const limiter = afterFailures(4);
  exchange(limiter, 10, 11, reply({}));
  for (let call = 20; call < 24; call++) exchange(limiter, call, call + 1, noReply);
  expect(limiter.breaker.outage).toBeUndefined();
});

test('five failures in a row are an outage, and a caller hears which', () => {
  const limiter = afterFailures(5, 'key refused');
  expect(limiter.at(10).admit()).toEqual({ admitted: false, waitMs: 996, outage: 'key refused' });
  expect(limiter.at(506).breaker.outage).toEqual({ kind: 'key refused', lastedMs: 500 });
});

test('in an outage one call at a time tries the server, and the pause doubles up to half a minute', () => {
  const limiter = afterFailures();
  const sentMs: number[] = [];
  for (let nowMs = 10; nowMs < 200 * SECOND; nowMs += 100) {
    const admission = limiter.at(nowMs).admit();
    if (!admission.admitted) continue;
    sentMs.push(nowMs);
    expect(limiter.at(nowMs).admit().admitted).toBe(false);
    limiter.complete(admission.permit, noReply);
  }
  const pauses = sentMs.slice(1).map((atMs, index) => Math.round((atMs - (sentMs[index] ?? 0)) / SECOND));
  expect(pauses).toEqual([2, 4, 8, 16, 30, 30, 30, 30, 30]);
});

test('a pause counts from when the last attempt was sent, so that silence adds nothing to it', () => {
  const limiter = afterFailures();
  const admission = limiter.at(1_100).admit();
  if (admission.admitted) limiter.at(28_100).complete(admission.permit, noReply);
  expect(limiter.at(28_100).admit().admitted).toBe(true);
});

test('a refusal by the server ends an outage as any other answer does', () => {
  const limiter = afterFailures();
  exchange(limiter, 1_100, 1_200, reply({ remaining: 90, resetMs: 800 * SECOND }));
  expect(limiter.breaker.outage).toBeUndefined();
  expect(limiter.at(1_201).waitMs()).toBe(0);
});

test('an attempt that its caller gave up leaves the next one to another caller at once', () => {
  const limiter = afterFailures();
  exchange(limiter, 1_100, 1_200, { came: 'nothing sent' });
  expect(limiter.breaker.outage).toBeDefined();
  expect(limiter.at(1_200).admit().admitted).toBe(true);
});

test('a call that was sent before the outage and fails in it does not lengthen the pause', () => {
  const limiter = limiterOf(100);
  exchange(limiter, 0, 1, reply({ remaining: 99, resetMs: 900 * SECOND }));
  const early = limiter.at(2).admit();
  for (let call = 3; call <= 7; call++) exchange(limiter, call, call, noReply);
  if (early.admitted) limiter.at(500).complete(early.permit, noReply);
  expect(limiter.at(1_007).admit().admitted).toBe(true);
});

test('in an outage queues hand out tasks even without room, so that each hears what it waits for', () => {
  const limiter = limiterOf(7);
  const outcomes = [reply({ remaining: 6, resetMs: 900 * SECOND }), ...Array(5).fill(noReply)];
  for (const outcome of outcomes) {
    const admission = limiter.at(1).admit('urgent');
    if (admission.admitted) limiter.complete(admission.permit, outcome);
  }
  expect(limiter.at(10).roomFor('urgent')).toBe(0);
  expect(limiter.at(10).slotsFor('urgent')).toBe(Infinity);
  expect(limiter.at(10).admit()).toMatchObject({ admitted: false, outage: 'no answer' });
});

test('beginning and end of an outage are reported once', () => {
  const told: unknown[] = [];
  const limiter = new TimedLimiter({ onOutage: (...what) => told.push(what) });
  exchange(limiter, 0, 0, reply({}));
  for (let call = 1; call <= 6; call++) {
    const admission = limiter.at(call * SECOND).admit();
    if (admission.admitted) limiter.complete(admission.permit, noReply);
  }
  exchange(limiter, 60 * SECOND, 61 * SECOND, reply({}));
  expect(told).toEqual([['no answer'], ['no answer', 56 * SECOND]]);
});

const outages = fc.record({
  callers: fc.integer({ min: 1, max: 40 }),
  downFromMs: fc.integer({ min: 0, max: 60 * SECOND }),
  downForMs: fc.integer({ min: 60 * SECOND, max: 7_200 * SECOND }),
  failsAfterMs: fc.constantFrom(1, 200, 27 * SECOND),
  seed: fc.integer(),
});

test('whatever the outage, attempts are spaced, alone, and the server’s return is seen within 35 seconds', () => {
  fc.assert(
    fc.property(outages, (outage) => {
      const server = serverThatIsDown(outage);
      const { attempts, mostAtOnce, firstAnswerMs } = callersOf(outage, server);
      const open = 5 + outage.callers;
      const backOff = Math.log2(30) + 1 + outage.downForMs / (30 * SECOND);
      expect(attempts).toBeLessThanOrEqual(open + Math.ceil(backOff));
      expect(mostAtOnce).toBeLessThanOrEqual(1);
      expect(firstAnswerMs - (outage.downFromMs + outage.downForMs)).toBeLessThanOrEqual(35 * SECOND);
    }),
    { numRuns: 100 },
  );
});

test('however many wait for a server that is down, they ask five times a second at most, and its return is seen as soon', () => {
  const callers = 2_000;
  const outage = { callers, downFromMs: 0, downForMs: 3_600 * SECOND, failsAfterMs: 200, seed: 1 };
  const { refused, firstAnswerMs } = callersOf(outage, serverThatIsDown(outage));
  expect(refused).toBeLessThanOrEqual(callers + 5 * (3_600 + 35));
  expect(firstAnswerMs - outage.downForMs).toBeLessThanOrEqual(35 * SECOND);
});

test('a server of which one answer in four comes is never taken to be down', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 100 }), (runs) => {
      const breaker = new Breaker({ now: () => 0, random: Math.random });
      for (const failures of runs) {
        for (let call = 0; call < failures; call++) breaker.completed({}, noReply, 900 * SECOND);
        breaker.completed({}, reply({}), 900 * SECOND);
        expect(breaker.outage).toBeUndefined();
      }
    }),
  );
});
