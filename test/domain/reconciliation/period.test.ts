import { periodOf } from '../../../src/domain/reconciliation/report';

/** Half past midnight of 21 January in Lagos; in UTC it is still 20 January. */
const NIGHT = Date.parse('2026-01-20T23:30:00Z');

test('the last whole day at half past midnight in Lagos is the day that just ended there', () => {
  expect(periodOf({ days: 1 }, NIGHT)).toEqual({
    fromAt: '2026-01-19T23:00:00.000Z',
    toAt: '2026-01-20T23:00:00.000Z',
  });
});

test('a period without a wish goes from the beginning of yesterday in Lagos to now', () => {
  expect(periodOf({}, NIGHT)).toEqual({
    fromAt: '2026-01-19T23:00:00.000Z',
    toAt: '2026-01-20T23:30:00.000Z',
  });
});

test('a period of two dates holds both days of Lagos whole', () => {
  expect(periodOf({ fromOn: '2026-01-05', toOn: '2026-01-06' }, NIGHT)).toEqual({
    fromAt: '2026-01-04T23:00:00.000Z',
    toAt: '2026-01-06T23:00:00.000Z',
  });
});

test('a period that is to end in the future ends now', () => {
  expect(periodOf({ fromOn: '2026-01-20', toOn: '2026-01-31' }, NIGHT).toAt).toBe('2026-01-20T23:30:00.000Z');
});
