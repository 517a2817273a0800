import type { ChosenReadings } from '../../../sandbox/readings/readings';
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

interface Item {
  readonly dueDate: string;
  readonly totalDue: number;
  readonly paidAmount: number;
  readonly status: string;
}
const total = (items: readonly Item[]) => items.reduce((sum, { totalDue }) => sum + totalDue, 0);
const dueDates = (items: readonly Item[]) => items.map(({ dueDate }) => dueDate);

const changing = async (scheduleContent: ChosenReadings['scheduleContent']) => {
  await open({ scheduleContent });
  await borrower.beDisbursed();
  const before: Item[] = await borrower.schedule();
  counter.time.pass(11 * DAY);
  const after: Item[] = await borrower.schedule();
  return { before, after };
};

test('a schedule has the unpaid instalments alone, where the bank reads it so', async () => {
  const { before } = await changing('unpaid-alone');
  counter.time.pass(54 * DAY);
  expect(dueDates(await borrower.schedule())).toEqual(dueDates(before).slice(2));
  counter.time.pass(125 * DAY);
  expect(await borrower.schedule()).toEqual([]);
});

test('an instalment is inserted into a schedule, of which the sum stays, where the bank reads it so', async () => {
  const { before, after } = await changing('inserted');
  expect(dueDates(after)).toEqual([
    ...dueDates(before).slice(0, 2),
    '2025-04-14',
    ...dueDates(before).slice(2),
  ]);
  expect([after[1]!.totalDue + after[2]!.totalDue, total(after)]).toEqual([
    before[1]!.totalDue,
    total(before),
  ]);
});

test('an instalment of a schedule is due a fortnight later than it was, where the bank reads it so', async () => {
  const { before, after } = await changing('moved');
  const [first, , ...others] = dueDates(before);
  expect(dueDates(after)).toEqual([first, '2025-04-14', ...others]);
  expect(total(after)).toBe(total(before));
});

test('a schedule is behind by a minute, where the bank reads it so', async () => {
  await changing('behind');
  await counter.post(`/v1/loans/${borrower.loanId}/repayments`, { amount: 500, reference: 'R-1' });
  const paid = async () => (await borrower.schedule())[0].paidAmount;
  expect(await paid()).toBe(0);
  counter.time.pass(MINUTE);
  expect(await paid()).toBe(500);
});

test.each([
  ['documented', /^....-..-..T.*Z$/, /^\d{4}-\d\d-\d\d$/],
  ['utc', /^....-..-..T.*Z$/, /^....-..-..T00:00:00\.000Z$/],
  ['offset', /\+01:00$/, /^....-..-..T01:00:00\.000\+01:00$/],
  ['no-zone', /^....-..-..T\d\d:\d\d:\d\d\.\d{3}$/, /^....-..-..T01:00:00\.000$/],
  ['date-only', /^\d{4}-\d\d-\d\d$/, /^\d{4}-\d\d-\d\d$/],
  ['empty', /^$/, /^$/],
  ['turned-round', /^2025-02-03T.*Z$/, /^2025-28-02$/],
] as const)("an offer's end and a due date are written as read: %s", async (dates, end, due) => {
  await open({ dates });
  await borrower.receiveOffer();
  const offer = (await counter.get(`/v1/loans/${borrower.applicationId}/offer`)).body.data;
  expect([offer.expiresAt, offer.repaymentSchedule[0].dueDate]).toEqual([
    expect.stringMatching(end),
    expect.stringMatching(due),
  ]);
});
