import { decisionsIn } from '../../support/domain/repayment/program-run';

test('in millions of decisions, no instalment is charged beyond what is due, and a loan that is helped is repaid', () => {
  expect(decisionsIn(40_000, 1)).toBeGreaterThan(2_000_000);
});
