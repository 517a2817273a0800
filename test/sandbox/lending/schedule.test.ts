import fc from 'fast-check';
import { applyPayments, instalmentsOf, splitOf, sumOf, totalOf } from '../../../sandbox/lending/loan';

const terms = fc.record({
  principalKobo: fc.integer({ min: 1, max: 10_000_000_000 }),
  months: fc.integer({ min: 1, max: 60 }),
  monthlyInterestPercent: fc.double({ min: 0, max: 20, noNaN: true }),
});

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

test('a repayment schedule adds up to the kobo, in parts that differ by one at most, on rising dates', () => {
  fc.assert(
    fc.property(terms, (each) => {
      const instalments = instalmentsOf(each, '2024-01-31');
      const principal = instalments.map(({ principalKobo }) => principalKobo);
      const interest = instalments.map(({ interestKobo }) => interestKobo);
      expect(sum(principal)).toBe(each.principalKobo);
      expect(sum(interest)).toBe(
        Math.round((each.principalKobo * each.monthlyInterestPercent * each.months) / 100),
      );
      expect(Math.max(...principal) - Math.min(...principal)).toBeLessThanOrEqual(1);
      const dates = instalments.map(({ dueOn }) => dueOn);
      expect(dates).toEqual([...new Set(dates)].sort());
    }),
  );
});

test('a repayment schedule is paid oldest instalment first, and in each the interest before the principal', () => {
  fc.assert(
    fc.property(terms, fc.double({ min: 0, max: 1, noNaN: true }), (each, share) => {
      const instalments = instalmentsOf(each, '2024-01-31');
      const paidKobo = Math.floor(sumOf(instalments) * share);
      const paid = applyPayments(instalments, paidKobo);
      expect(sum(paid.map((instalment) => instalment.paidKobo))).toBe(paidKobo);
      const firstOpen = paid.findIndex((instalment) => instalment.paidKobo < totalOf(instalment));
      const later = firstOpen === -1 ? [] : paid.slice(firstOpen + 1);
      expect(later.every((instalment) => instalment.paidKobo === 0)).toBe(true);
      for (const instalment of paid) {
        const { interestPaidKobo, principalPaidKobo } = splitOf(instalment);
        if (principalPaidKobo > 0) expect(interestPaidKobo).toBe(instalment.interestKobo);
      }
    }),
  );
});

test('a repayment schedule is worked out by the calculator as well', () => {
  const [first] = instalmentsOf({ principalKobo: 100, months: 3, monthlyInterestPercent: 1 }, '2024-01-31');
  expect(first).toEqual({ dueOn: '2024-02-29', principalKobo: 34, interestKobo: 1 });
});
