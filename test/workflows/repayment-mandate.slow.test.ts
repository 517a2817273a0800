import type { Records } from '../../src/records/records';
import { acknowledging } from '../support/records/database';
import { steering } from '../support/workflows/steering';
import { CHARGING, chargesAt, DAY, MONTHLY, unpaid } from '../support/workflows/unpaid-loan';

/** A fence by which the mandate of every loan is used up. */
const usedUp: Records = {
  ...acknowledging,
  effects: {
    ...acknowledging.effects,
    admit: () => Promise.resolve({ what: 'overLimit', limit: 'mandateKobo', usedKobo: MONTHLY }),
  },
};

const environment = steering(undefined, undefined, () => Promise.resolve(usedUp));
const { reached } = chargesAt(environment);

test('a loan whose mandate is used up falls into arrears, and closes once it is paid by transfer', async () => {
  const { repayment, loanId } = await unpaid(environment, { months: 2, policy: CHARGING });
  const { attention } = await repayment.untilAttention(DAY);
  expect(attention?.cause).toContain('what its mandate allows in all');
  await environment.sleep(40 * DAY);
  await repayment.tell('recheck');
  await repayment.until(({ stage }) => stage === 'ARREARS');
  environment.bank.loans.change(loanId, { paidKobo: 2 * MONTHLY });
  await repayment.tell('recheck');
  expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
  expect(reached(loanId)).toEqual([]);
});
