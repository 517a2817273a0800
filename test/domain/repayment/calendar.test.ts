import fc from 'fast-check';
import {
  arrearsFrom,
  daysPastDue,
  dueAt,
  isPaid,
  oldestUnpaid,
  type Instalment,
} from '../../../src/domain/repayment/instalments';

const DAY_MS = 86_400_000;
const day = fc
  .integer({ min: 0, max: 3_000 })
  .map((n) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10));
const instalment: fc.Arbitrary<Instalment> = fc.record({
  dueOn: day,
  totalDueKobo: fc.integer({ min: 1, max: 1_000_000 }),
  paidKobo: fc.integer({ min: 0, max: 1_000_000 }),
  status: fc.constantFrom('UNPAID', 'PARTIALLY_PAID', 'PAID', 'SOMETHING_NEW'),
});

test('the oldest unpaid instalment is unpaid, and every earlier one is paid', () => {
  fc.assert(
    fc.property(fc.uniqueArray(instalment, { selector: ({ dueOn }) => dueOn }), (schedule) => {
      const found = oldestUnpaid(schedule);
      const before = schedule.filter(({ dueOn }) => !found || dueOn < found.dueOn);
      expect(before.every(isPaid)).toBe(true);
      expect(found === undefined).toBe(before.length === schedule.length);
      if (found) expect(isPaid(found)).toBe(false);
    }),
  );
});

test('the order in which the bank lists instalments does not matter', () => {
  fc.assert(
    fc.property(fc.uniqueArray(instalment, { selector: ({ dueOn }) => dueOn }), (schedule) => {
      expect(oldestUnpaid([...schedule].reverse())).toEqual(oldestUnpaid(schedule));
    }),
  );
});

test('days past due grow by one at each midnight in Lagos, from the day after the due date', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 900 }), (dueOn, days) => {
      const midnight = Date.parse(`${dueOn}T00:00:00+01:00`) + days * DAY_MS;
      expect(daysPastDue(dueOn, midnight)).toBe(days);
      expect(daysPastDue(dueOn, midnight + DAY_MS - 1)).toBe(days);
    }),
  );
});

test.each([
  ['paid by status', { totalDueKobo: 100, paidKobo: 0, status: 'PAID' }, true],
  ['paid by amount', { totalDueKobo: 100, paidKobo: 100, status: 'UNPAID' }, true],
  ['paid in part', { totalDueKobo: 100, paidKobo: 99, status: 'PARTIALLY_PAID' }, false],
  ['without an amount', { totalDueKobo: 0, paidKobo: 0, status: 'UNPAID' }, true],
  ['paid by status in lower case', { totalDueKobo: 100, paidKobo: 0, status: 'paid' }, true],
])('an instalment %s is told from the others', (_what, fields, expected) => {
  expect(isPaid({ dueOn: '2026-12-21', ...fields })).toBe(expected);
});

test('an instalment is looked at in the evening of its due date, and late after its grace', () => {
  expect(new Date(dueAt('2026-12-21')).toISOString()).toBe('2026-12-21T18:00:00.000Z');
  expect(new Date(arrearsFrom('2026-12-21', 2)).toISOString()).toBe('2026-12-23T18:00:00.000Z');
});
