import fc from 'fast-check';
import {
  addDays,
  cutOffOf,
  daysBetween,
  endOfLagosDay,
  instantOf,
  lagosDayOf,
  startOfLagosDay,
} from '../../../src/domain/time/lagos-days';

const at = (text: string) => Date.parse(text);

test('half past midnight in Lagos belongs to the new day, though it is still yesterday in UTC', () => {
  expect(lagosDayOf(at('2026-01-31T23:30:00Z'))).toBe('2026-02-01');
  expect(lagosDayOf(at('2026-01-31T22:59:59.999Z'))).toBe('2026-01-31');
});

test('a Lagos day begins at 23:00 UTC and lasts until the next one begins', () => {
  expect(startOfLagosDay('2026-02-01')).toBe(at('2026-01-31T23:00:00Z'));
  expect(endOfLagosDay('2026-02-01')).toBe(at('2026-02-01T23:00:00Z'));
});

test('days are counted and added over the ends of months and leap years', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
});

test.each([
  ['2026-01-31T14:30:00Z', '2026-01-31T14:30:00Z'],
  ['2026-01-31T14:30:00.5z', '2026-01-31T14:30:00.500Z'],
  ['2026-01-31T14:30:00.123456+0000', '2026-01-31T14:30:00.123Z'],
  ['2026-01-31T14:30:00+01:00', '2026-01-31T13:30:00Z'],
  ['2026-01-31T14:30+01', '2026-01-31T13:30:00Z'],
  ['2026-01-31 14:30:00 -0530', '2026-01-31T20:00:00Z'],
  ['2026-01-31T14:30:00', '2026-01-31T13:30:00Z'],
  ['2026-01-31 14:30', '2026-01-31T13:30:00Z'],
  ['2026-01-31', '2026-01-30T23:00:00Z'],
  [' 2024-02-29 ', '2024-02-28T23:00:00Z'],
])('the bank means by "%s" the instant %s', (text, instant) => {
  expect(instantOf(text)).toBe(at(instant));
});

test.each([
  '',
  'yesterday',
  '31/01/2026',
  '2026-02-30',
  '2026-13-01',
  '2026-01-31T25:00:00Z',
  '2026-01-31T10:60:00Z',
])('"%s" is no instant', (text) => {
  expect(instantOf(text)).toBeUndefined();
});

test('what is due on a day may be done until that day has passed in Lagos', () => {
  expect(cutOffOf('2026-01-31')).toBe(at('2026-01-31T23:00:00Z'));
  expect(cutOffOf('2026-01-31T12:00:00Z')).toBe(at('2026-01-31T12:00:00Z'));
  expect(cutOffOf('soon')).toBeUndefined();
});

test('every instant lies in its Lagos day, and in no other', () => {
  const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const day = lagosDayOf(date.getTime());
      expect(startOfLagosDay(day)).toBeLessThanOrEqual(date.getTime());
      expect(endOfLagosDay(day)).toBeGreaterThan(date.getTime());
      expect(instantOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});
