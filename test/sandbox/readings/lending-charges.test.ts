import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;
afterEach(() => counter.close());

const AMOUNT = 10_000_000;

const disbursed = async (readings: ChosenReadings) => {
  counter = await Counter.open({ readings });
  borrower = new Journey(counter);
  await borrower.beDisbursed();
};
const charge = (reference = 'R-1', amount = AMOUNT) =>
  counter.post(`/v1/loans/${borrower.loanId}/repayments`, { amount, reference });
const paid = async () => (await borrower.schedule())[0].paidAmount;
const taken = () => counter.committed('repayment').map(({ amountKobo }) => amountKobo);

test('a charge that is pending is taken after some minutes, which the schedule shows', async () => {
  await disbursed({ charge: 'pending-success' });
  expect((await charge()).body.data).toMatchObject({ status: 'PENDING', amount: AMOUNT });
  expect([await paid(), taken()]).toEqual([0, []]);
  expect((await charge()).body.data).toMatchObject({ status: 'PENDING' });
  counter.time.pass(10 * MINUTE);
  expect([await paid(), taken()]).toEqual([AMOUNT, [AMOUNT]]);
});

test('a charge that is pending fails after some minutes and takes nothing, where the bank reads it so', async () => {
  await disbursed({ charge: 'pending-failed' });
  expect((await charge()).body.data).toMatchObject({ status: 'PENDING' });
  counter.time.pass(10 * MINUTE);
  expect([await paid(), taken()]).toEqual([0, []]);
  expect(counter.committed('repayment-failed')).toHaveLength(1);
});

test('a pending charge fails when the money has gone meanwhile', async () => {
  await disbursed({ charge: 'pending-success' });
  await charge('R-1', 40_000_000);
  await charge('R-2', 40_000_000);
  counter.time.pass(10 * MINUTE);
  expect(await borrower.loan()).toMatchObject({ outstandingBalance: 30_800_000 });
  expect(taken()).toEqual([40_000_000]);
  expect(counter.committed('repayment-failed')).toMatchObject([{ key: 'R-2' }]);
});

test('a charge is taken 30 hours later, where the bank reads it so', async () => {
  await disbursed({ chargeSettlement: 'after-30-hours' });
  expect((await charge()).body.data).toMatchObject({ status: 'PENDING' });
  counter.time.pass(29 * 60 * MINUTE);
  expect(taken()).toEqual([]);
  counter.time.pass(60 * MINUTE);
  expect([await paid(), taken()]).toEqual([AMOUNT, [AMOUNT]]);
});

test('a charge is taken when the next one is asked for, where the bank reads it so', async () => {
  await disbursed({ chargeSettlement: 'after-next' });
  await charge('R-1');
  counter.time.pass(20 * DAY);
  await charge('R-1');
  expect(taken()).toEqual([]);
  expect((await charge('R-2', 7)).body.data).toMatchObject({ status: 'PENDING' });
  expect(taken()).toEqual([AMOUNT]);
  await charge('R-3', 9);
  expect(taken()).toEqual([AMOUNT, 7]);
});

test('a charge is taken in part, and its reply names that part, where the bank reads it so', async () => {
  await disbursed({ charge: 'partly-taken' });
  const outstandingBalance = (await borrower.loan()).outstandingBalance - AMOUNT / 2;
  expect((await charge()).body.data).toMatchObject({ amount: AMOUNT / 2, outstandingBalance });
  expect([await paid(), taken()]).toEqual([AMOUNT / 2, [AMOUNT / 2]]);
});

test('the rest of a charge that was taken in part is taken when it is charged again, or in part again', async () => {
  await disbursed({ charge: 'partly-taken' });
  await charge('R-1');
  expect((await charge('R-2', AMOUNT / 2)).body.data).toMatchObject({ amount: AMOUNT / 2 });
  counter.sandbox.readings.choose({ charge: 'always-partly' });
  expect((await charge('R-3', AMOUNT)).body.data).toMatchObject({ amount: AMOUNT / 2 });
});

test('a charge is refused before its due date and taken on it, where the bank reads it so', async () => {
  await disbursed({ charge: 'nothing-due' });
  expect((await charge()).status).toBe(400);
  const [{ dueDate }] = await borrower.schedule();
  counter.time.ms = Date.parse(dueDate);
  expect((await charge()).status).toBe(200);
});

test('a charge with a used reference is refused, or taken again, where the bank reads it so', async () => {
  await disbursed({ usedCharge: 'bad-request' });
  await charge();
  expect((await charge()).status).toBe(400);
  expect(taken()).toEqual([AMOUNT]);
  counter.sandbox.readings.choose({ usedCharge: 'again' });
  expect((await charge()).status).toBe(200);
  expect((await charge('R-1', 5)).status).toBe(200);
  expect(taken()).toEqual([AMOUNT, AMOUNT, 5]);
});

test('a charge with a used reference is taken again while the check for duplicates is off', async () => {
  await disbursed({});
  const fault = { kind: 'duplicate-check-off', operations: ['chargeRepayment'], count: 2 };
  await counter.post('/_sandbox/faults', fault);
  await charge();
  expect((await charge()).status).toBe(200);
  await charge();
  expect(counter.committed('repayment').map(({ key }) => key)).toEqual(['R-1', 'R-1']);
});

test.each([
  ['bad-request', 400],
  ['not-found', 404],
] as const)('a customer whose loan is paid has no active loan: %s', async (reading, status) => {
  await disbursed({ loanAfterPayoff: reading });
  const active = () => counter.get(`/v1/loans/active?customer_id=${borrower.customerId}`);
  expect((await active()).status).toBe(200);
  counter.time.pass(190 * DAY);
  expect((await active()).status).toBe(status);
});

test('a customer whose loan is paid has an active loan without data, where the bank reads it so', async () => {
  await disbursed({ loanAfterPayoff: 'empty-data' });
  counter.time.pass(190 * DAY);
  const reply = await counter.get(`/v1/loans/active?customer_id=${borrower.customerId}`);
  expect([reply.status, reply.body.data]).toEqual([200, null]);
});
