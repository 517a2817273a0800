import fc from 'fast-check';
import {
  addDays,
  daysBetween,
  endOfLagosDay,
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

test('every instant lies in its Lagos day, and in no other', () => {
  const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const day = lagosDayOf(date.getTime());
      expect(startOfLagosDay(day)).toBeLessThanOrEqual(date.getTime());
      expect(endOfLagosDay(day)).toBeGreaterThan(date.getTime());
    }),
  );
});
