import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY } from '../../support/sandbox/counter';

/** Disbursed on 2025-01-31: instalments on the last days of the months, the first on 2025-02-28. */
let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

const until = (date: string) => {
  counter.time.ms = Date.parse(`${date}T12:00:00Z`);
};
const statuses = async () =>
  (await borrower.schedule()).map(({ status }: { status: string }) => status).join(' ');
const loanStatus = async () => (await borrower.loan()).loanStatus;

test('a borrower of the sandbox owes instalments on the same day of each month, or its last', async () => {
  await borrower.beDisbursed();
  const dates = (await borrower.schedule()).map(({ dueDate }: { dueDate: string }) => dueDate);
  expect(dates).toEqual(['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31']);
});

test('a borrower of the sandbox pays on each due date by default', async () => {
  await borrower.beDisbursed();
  until('2025-02-27');
  expect(await statuses()).toBe('UNPAID UNPAID UNPAID UNPAID UNPAID UNPAID');
  until('2025-02-28');
  expect(await statuses()).toBe('PAID UNPAID UNPAID UNPAID UNPAID UNPAID');
  expect(await borrower.loan()).toMatchObject({ loanStatus: 'ACTIVE', nextRepaymentDate: '2025-03-31' });
});

test('a borrower of the sandbox who pays late is in arrears from the day after the due date until the payment', async () => {
  await borrower.beDisbursed('LN-SIM-pays-late');
  until('2025-02-28');
  expect(await loanStatus()).toBe('ACTIVE');
  until('2025-03-01');
  expect(await loanStatus()).toBe('ACTIVE_IN_ARREARS');
  until('2025-03-10');
  expect(await loanStatus()).toBe('ACTIVE');
  until('2025-08-10');
  expect(await loanStatus()).toBe('CLOSED');
});

test('a borrower of the sandbox who stops catches up after a while and then pays on time', async () => {
  await borrower.beDisbursed('LN-SIM-stops');
  until('2025-06-01');
  expect(await loanStatus()).toBe('ACTIVE_IN_ARREARS');
  expect(await statuses()).toBe('PAID PAID UNPAID UNPAID UNPAID UNPAID');
  until('2025-06-14');
  expect(await loanStatus()).toBe('ACTIVE');
  expect(await statuses()).toBe('PAID PAID PAID PAID UNPAID UNPAID');
  until('2025-08-01');
  expect(await loanStatus()).toBe('CLOSED');
});

test('a borrower of the sandbox who pays half never closes the loan', async () => {
  await borrower.beDisbursed('LN-SIM-pays-half');
  until('2025-02-28');
  expect(await statuses()).toBe('PARTIALLY_PAID UNPAID UNPAID UNPAID UNPAID UNPAID');
  until('2026-06-01');
  expect(await statuses()).toBe('PAID PAID PAID UNPAID UNPAID UNPAID');
  expect(await loanStatus()).toBe('ACTIVE_IN_ARREARS');
});

test('a borrower of the sandbox who settles early closes the loan', async () => {
  await borrower.beDisbursed('LN-SIM-pays-early');
  counter.time.pass(15 * DAY);
  expect(await borrower.loan()).toMatchObject({ loanStatus: 'CLOSED', outstandingBalance: 0 });
});

test('a borrower of the sandbox who never pays stays in arrears', async () => {
  await borrower.beDisbursed('LN-SIM-pays-never');
  until('2026-02-01');
  expect(await statuses()).toBe('UNPAID UNPAID UNPAID UNPAID UNPAID UNPAID');
});

test('a borrower of the sandbox who waits to be charged leaves the money in the account', async () => {
  await borrower.beDisbursed('LN-SIM-charge');
  const amount = (await borrower.schedule())[0].totalDue;
  const charge = () =>
    counter.post(`/v1/loans/${borrower.loanId}/repayments`, { amount, reference: 'charge-1' });
  expect((await charge()).status).toBe(402);
  until('2025-02-28');
  expect(await statuses()).toBe('UNPAID UNPAID UNPAID UNPAID UNPAID UNPAID');
  const charged = await charge();
  expect(charged.body.data).toMatchObject({ reference: 'charge-1', amount });
  expect((await charge()).body).toEqual(charged.body);
  expect(await statuses()).toBe('PAID UNPAID UNPAID UNPAID UNPAID UNPAID');
  expect(counter.committed('repayment')).toHaveLength(1);
});

test('a borrower of the sandbox may have sixty instalments', async () => {
  await borrower.beDisbursed('LN-SIM-tenure-60');
  expect(await borrower.schedule()).toHaveLength(60);
  until('2030-02-01');
  expect(await loanStatus()).toBe('CLOSED');
});
