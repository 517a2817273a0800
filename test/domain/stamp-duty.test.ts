import { EXEMPT_PURPOSES, stampDutyKobo } from '../../src/domain/money/duty';

test.each([
  [999_999, 0],
  [1_000_000, 5_000],
  [1_000_001, 5_000],
  [5_000_000_000, 5_000],
])('a transfer of %i kobo costs its sender %i kobo of stamp duty', (amountKobo, dutyKobo) => {
  expect(stampDutyKobo({ amountKobo }, 'sender')).toBe(dutyKobo);
});

test.each(EXEMPT_PURPOSES)('a transfer costs no stamp duty for its purpose %s', (purpose) => {
  expect(stampDutyKobo({ amountKobo: 1_000_000, purpose }, 'sender')).toBe(0);
});

test('a transfer costs its sender no stamp duty at a bank that takes it from the receiver', () => {
  expect(stampDutyKobo({ amountKobo: 1_000_000 }, 'receiver')).toBe(0);
});
