import { refusals } from '../../../src/bank/contract/refusals';
import { startRepaying } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const ALWAYS = 10_000;
const NOTHING_DUE_YET = {
  dueDate: '2030-01-31',
  principalDue: 0,
  interestDue: 0,
  totalDue: 0,
  paidAmount: 0,
  status: 'UNPAID',
};

test.each([
  ['empty', []],
  ['without amounts', [NOTHING_DUE_YET]],
])('a loan whose schedule is %s at first is not called repaid', async (_, schedule) => {
  const planned = environment.parts().refusals;
  planned.answer('getRepaymentSchedule', { schedule }, ALWAYS);
  planned.plan('getActiveLoan', refusals.loanNotFound, ALWAYS);
  const repayment = await startRepaying(environment, loanFile());
  const { stage, attention } = await repayment.untilAttention();
  expect(stage).toBe('REPAYING');
  expect(attention).toMatchObject({
    cause: 'the loan is disbursed, but the bank shows nothing to repay',
    actions: ['retry', 'closeAsRepaid'],
  });
  planned.clear();
  const shown = await repayment.until(({ facts }) => Number(facts.outstandingKobo) > 0);
  expect(shown.attention).toBeUndefined();
});

test('an officer has a schedule read that was empty', async () => {
  const planned = environment.parts().refusals;
  planned.answer('getRepaymentSchedule', { schedule: [] }, ALWAYS);
  const repayment = await startRepaying(environment, loanFile());
  await repayment.untilAttention();
  planned.clear();
  await repayment.tell('retry');
  await repayment.until(({ facts }) => Number(facts.outstandingKobo) > 0, 1);
});
