import { SYSTEM_TIME, VirtualClock } from '../../sandbox/time/clock';
import { Journey } from '../support/sandbox/borrower-journey';
import { Counter, HandClock, HOUR } from '../support/sandbox/counter';

const time = new HandClock();
const clockAt = (rate: number, startAt?: string) => new VirtualClock(time.realNow, rate, startAt);
const iso = (clock: VirtualClock) => new Date(clock.now()).toISOString();

test('the business clock runs at its rate from where it was started', () => {
  const clock = clockAt(60, '2030-01-01T00:00:00Z');
  time.pass(60);
  expect(iso(clock)).toBe('2030-01-01T01:00:00.000Z');
});

test('the business clock goes on without a jump when its rate changes', () => {
  const clock = clockAt(10, '2030-01-01T00:00:00Z');
  time.pass(6);
  clock.setRate(1);
  expect(iso(clock)).toBe('2030-01-01T00:01:00.000Z');
  time.pass(1);
  expect(iso(clock)).toBe('2030-01-01T00:01:01.000Z');
});

test('the business clock can be moved forward and stand still', () => {
  const clock = clockAt(0, '2030-01-01T00:00:00Z');
  time.pass(HOUR);
  clock.advance(HOUR);
  expect(iso(clock)).toBe('2030-01-01T01:00:00.000Z');
});

test('the business clock never goes back, also when the real one does', () => {
  const clock = clockAt(1);
  const before = clock.now();
  time.pass(-HOUR);
  expect(clock.now()).toBe(before);
  time.pass(HOUR);
});

test('the business clock takes the system’s time unless told otherwise', () => {
  const clock = new VirtualClock(SYSTEM_TIME.realNow, 1);
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  expect(SYSTEM_TIME.monotonicNow()).toBeGreaterThan(0);
});

test('the business clock is read and steered through its control route', async () => {
  const counter = await Counter.open({ startAt: '2030-01-01T00:00:00Z' });
  const read = async () => (await counter.get('/_sandbox/clock')).body;
  expect(await read()).toEqual({
    rate: 1,
    realAt: new Date(counter.time.ms).toISOString(),
    businessAt: '2030-01-01T00:00:00.000Z',
    now: '2030-01-01T00:00:00.000Z',
  });
  await counter.post('/_sandbox/clock', { rate: 100 });
  counter.time.pass(36);
  await counter.post('/_sandbox/clock', { advanceSeconds: HOUR });
  expect((await read()).now).toBe('2030-01-01T02:00:00.000Z');
  expect((await counter.post('/_sandbox/clock', { rate: -1 })).status).toBe(400);
  await counter.close();
});

test('the business clock lets everything happen in its own order and at its own instant, however far it jumps', async () => {
  const counter = await Counter.open();
  const borrower = new Journey(counter);
  await borrower.acceptOffer();
  await borrower.step('post-offer-kyc');
  counter.time.pass(300 * 24 * HOUR);
  expect(await borrower.loan().then(({ loanStatus }) => loanStatus)).toBe('CLOSED');
  const times = counter.committed().map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const [approved, disbursed] = ['disbursement-approved', 'disbursed'].map(
    (effect) => counter.committed(effect)[0],
  );
  expect(Date.parse(disbursed?.at ?? '') - Date.parse(approved?.at ?? '')).toBe(4 * HOUR * 1000);
  await counter.close();
});
