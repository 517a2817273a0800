import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** A hundred calls in fifteen minutes, for a week. */
const CALLS_OF_A_WEEK = 9_600 * 7;
const CUSTOMERS = 2_000;
const WEEKS = 12;

test('two thousand customers who dropped out during KYC cost at most five per cent of the calls of a week', async () => {
  const { customer } = loanFile({ bvn: '99999904001' });
  const id = `enrolment:${customer.reference}`;
  const enrolment = await environment.start('enrolmentWorkflow', id, { customer });
  await enrolment.until(({ stage }) => stage === 'KYC', 1);
  await environment.sleep(2 * WEEK);
  const { calls } = environment.parts().sandbox;
  calls.reset();
  await environment.sleep(WEEKS * WEEK);
  const { attention, stage } = await enrolment.snapshot();
  expect(stage).toBe('KYC');
  expect(attention?.actions).toContain('closeEnrolment');
  const { total } = calls.toJSON();
  expect(total).toBeGreaterThan(0);
  expect((total / WEEKS) * CUSTOMERS).toBeLessThanOrEqual(CALLS_OF_A_WEEK * 0.05);
});
