import { runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const REFUSAL = { status: 400, message: 'email is not an address' };

test('a loan shows that its enrolment is refused, until the enrolment goes on', async () => {
  environment.parts().refusals.plan('createCustomer', REFUSAL);
  const file = loanFile();
  const loan = await environment.startLoan(file);
  const { attention } = await loan.untilAttention();
  expect(attention?.cause).toMatch(/the enrolment of the customer needs a person: .*email is not an address/);
  expect(attention?.actions).toEqual(['withdraw']);
  await environment.found(`enrolment:${file.customer.reference}`).tell('retry');
  await loan.until((now) => now.attention === undefined);
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a loan with right data is led out of a refused enrolment that it has joined', async () => {
  environment.parts().refusals.plan('createCustomer', REFUSAL);
  const { customer } = loanFile();
  const id = `enrolment:${customer.reference}`;
  const enrolment = await environment.start('enrolmentWorkflow', id, { customer });
  await enrolment.untilAttention();
  const right = { ...customer, email: 'right@example.com' };
  const loan = await environment.startLoan({ ...loanFile(), customer: right });
  expect((await loan.untilAttention()).attention?.cause).toContain('email is not an address');
  await enrolment.tell('closeEnrolment', { reason: 'WRONG_DATA' });
  await loan.until(({ attention }) => attention?.actions.includes('correctCustomer') === true);
  await loan.tell('correctCustomer', { dateOfBirth: customer.dateOfBirth });
  const { customerId, stage } = await runToEnd(environment, loan);
  expect(stage).toBe('DISBURSED');
  expect(environment.bank.customers.get(String(customerId))?.profile.email).toBe('right@example.com');
});
