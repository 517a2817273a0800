import { addDays, lagosDayOf } from '../../src/domain/time/lagos-days';
import { CHARGING, DAY, MONTHLY, unpaid } from '../support/workflows/unpaid-loan';
import { steering } from '../support/workflows/steering';

const environment = steering();

test('a promise for a day before anything is due is met by the next instalment alone', async () => {
  const policy = { ...CHARGING, mode: 'observe' } as const;
  const { repayment, loanId } = await unpaid(environment, { months: 2, policy });
  const today = lagosDayOf(await environment.parts().env.currentTimeMs());
  await repayment.tell('recordPromise', { promisedOn: addDays(today, 1) });
  await environment.sleep(3 * DAY);
  await repayment.tell('recheck');
  expect((await repayment.snapshot()).facts).toMatchObject({ promiseMetOn: null });
  environment.bank.loans.change(loanId, { paidKobo: MONTHLY });
  await repayment.tell('recheck');
  const { facts } = await repayment.until((shown) => shown.facts.instalmentsPaid === 1, 1);
  expect(facts.promiseMetOn).toBe(addDays(today, 3));
});

test('a promise whose payment was taken back is kept no more', async () => {
  const policy = { ...CHARGING, mode: 'observe' } as const;
  const { repayment, loanId } = await unpaid(environment, { months: 2, policy });
  const today = lagosDayOf(await environment.parts().env.currentTimeMs());
  await repayment.tell('recordPromise', { promisedOn: addDays(today, 1) });
  environment.bank.loans.change(loanId, { paidKobo: MONTHLY });
  await repayment.tell('recheck');
  const paid = await repayment.until(({ facts }) => facts.instalmentsPaid === 1, 1);
  expect(paid.facts.promiseMetOn).toBe(today);
  environment.bank.loans.change(loanId, { paidKobo: 0 });
  await environment.sleep(5 * DAY);
  await repayment.tell('recheck');
  const { facts } = await repayment.until((shown) => shown.facts.instalmentsPaid === 0, 1);
  expect(facts.promiseMetOn).toBeNull();
});
