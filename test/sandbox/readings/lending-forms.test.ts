import type { ChosenReadings } from '../../../src/sandbox/readings/readings';
import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;
afterEach(() => counter.close());

const open = async (readings: ChosenReadings) => {
  counter = await Counter.open({ readings });
  borrower = new Journey(counter);
};

/** A schedule two months after the disbursement: the first two instalments are paid. */
const schedule = async (reading: ChosenReadings['schedule']) => {
  await open({ schedule: reading });
  await borrower.beDisbursed();
  counter.time.pass(65 * DAY);
  return borrower.schedule();
};

test.each([
  ['documented', 'PENDING', 'VERIFIED', 'REJECTED'],
  ['lower-case', 'pending', 'verified', 'rejected'],
  ['synonyms', 'IN_REVIEW', 'APPROVED', 'FAILED'],
  ['expires', 'PENDING', 'VERIFIED', 'EXPIRED'],
] as const)(
  'a verification has the words of its reading: %s',
  async (reading, pending, verified, rejected) => {
    await open({ kycWords: reading });
    await borrower.enrol('99999902001');
    const words: string[] = [];
    for (const _start of ['first', 'second']) {
      const started = await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
      words.push(started.body.data.kyc_status);
      counter.time.pass(2 * MINUTE);
      words.push((await borrower.kyc()).kyc_status);
    }
    expect(words).toEqual([pending, rejected, pending, verified]);
    expect((await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6))).status).toBe(201);
  },
);

test('a schedule has other words for what is paid, where the bank reads it so', async () => {
  const words = (await schedule('other-words')).map(({ status }: { status: string }) => status);
  expect(words).toEqual(['paid', 'SETTLED', 'UNPAID', 'UNPAID', 'UNPAID', 'UNPAID']);
});

test('a schedule has amounts alone, where the bank reads it so', async () => {
  const [first, second, third] = await schedule('amounts-only');
  expect([first.status, third.status]).toEqual([undefined, undefined]);
  expect([second.paidAmount, third.paidAmount]).toEqual([second.totalDue, 0]);
});

test('a schedule begins with an instalment of zero, where the bank reads it so', async () => {
  const [zero, first] = await schedule('zero-instalments');
  expect(zero).toMatchObject({ totalDue: 0, paidAmount: 0, status: 'UNPAID' });
  expect(zero.dueDate < first.dueDate).toBe(true);
  expect(first.status).toBe('PAID');
});

test('a schedule has fractions of a kobo, which a charge of whole kobo settles, where the bank reads it so', async () => {
  const items = await schedule('fractional-kobo');
  const [first, , third] = items;
  expect([first.totalDue % 1, third.totalDue % 1]).toEqual([expect.closeTo(0.6), expect.closeTo(0.6)]);
  expect(first).toMatchObject({ status: 'PAID', paidAmount: first.totalDue });
  const order = { amount: Math.ceil(third.totalDue), reference: 'R-1' };
  await counter.post(`/v1/loans/${borrower.loanId}/repayments`, order);
  expect((await borrower.schedule())[2]).toMatchObject({ status: 'PAID', paidAmount: third.totalDue });
});

test('a schedule is gone after the last payment, where the bank reads it so', async () => {
  expect(await schedule('gone-when-paid')).toHaveLength(6);
  counter.time.pass(125 * DAY);
  const reply = await counter.get(`/v1/loans/${borrower.loanId}/repayments`);
  expect([reply.status, reply.body.message]).toEqual([400, 'Loan not found']);
});
