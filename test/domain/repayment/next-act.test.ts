import { decisionsIn } from '../../support/domain/repayment/program-run';

test('whatever happens, no instalment is charged beyond what is due, and a loan that is helped is repaid', () => {
  expect(decisionsIn(400)).toBeGreaterThan(1);
});
