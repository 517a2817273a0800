import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, HOUR, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;
afterEach(() => counter.close());

const open = async (readings: ChosenReadings) => {
  counter = await Counter.open({ readings });
  borrower = new Journey(counter);
};

const repeats = async () => {
  await borrower.acceptOffer('LN-1', 'LIMITED_LIABILITY');
  await borrower.handInBoardResolution();
  return [
    await counter.post('/v1/loans/customers/enroll', { customer_id: borrower.customerId }),
    await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`),
    await borrower.step('start-decisioning'),
    await borrower.step('offer/accept'),
    await borrower.step('terms/agree'),
    await borrower.handInBoardResolution(),
  ];
};

test.each([
  ['bad-request', 400],
  ['unprocessable', 422],
] as const)(
  'a bank refuses every step that is repeated, where it reads it so: %s',
  async (reading, status) => {
    await open({ repeatedStep: reading });
    const replies = await repeats();
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => status));
    const effects = counter.committed().map(({ effect, key }) => `${effect} ${key}`);
    expect(new Set(effects).size).toBe(effects.length);
  },
);

test('a bank that refuses repeated steps takes a verification and a statement again after they have failed', async () => {
  await open({ repeatedStep: 'bad-request' });
  await borrower.enrol('99999902001');
  const verify = () => counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  expect((await verify()).status).toBe(200);
  expect((await verify()).status).toBe(400);
  counter.time.pass(2 * MINUTE);
  expect((await verify()).status).toBe(200);

  borrower = new Journey(counter);
  await borrower.apply('LN-SIM-statement-fails');
  const link = () => borrower.step('bank-statement', { sort_code: '901' });
  expect((await link()).status).toBe(200);
  expect((await link()).status).toBe(400);
  counter.time.pass(2 * MINUTE);
  expect((await link()).status).toBe(200);
});

test('an application with a used reference is refused, or is another one, where the bank reads it so', async () => {
  await open({ usedApplication: 'bad-request' });
  const applied = (await borrower.apply('LN-1')).body.data.application_id;
  const again = () => counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
  expect((await again()).status).toBe(400);
  counter.sandbox.readings.choose({ usedApplication: 'another' });
  const other = await again();
  expect(other.status).toBe(201);
  expect(other.body.data.application_id).not.toBe(applied);
  expect(counter.committed('application-created')).toHaveLength(2);
});

test('an application is taken over less money, or over less time, where the bank caps it', async () => {
  await open({ applicationTerms: 'capped-amount' });
  const { amount, repayment_period } = (await borrower.apply('LN-1')).body.data;
  expect([amount, repayment_period]).toEqual([48_000_000, 6]);
  counter.sandbox.readings.choose({ applicationTerms: 'capped-period' });
  borrower = new Journey(counter);
  await borrower.receiveOffer('LN-2');
  expect(await borrower.application()).toMatchObject({ amount: 60_000_000, repayment_period: 3 });
  const offer = (await counter.get(`/v1/loans/${borrower.applicationId}/offer`)).body.data;
  expect(offer.tenure).toBe(3);
});

test.each([
  ['bad-request', 400],
  ['not-found', 404],
] as const)('an application without its registration number is refused: %s', async (reading, status) => {
  await open({ notRegistered: reading });
  await borrower.verify();
  const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
  borrower.applicationId = applied.body.data.application_id;
  const refused = await borrower.step('start-decisioning');
  expect(refused.status).toBe(status);
  expect(refused.body.message).not.toContain('no SME Finance reference');
  expect((await borrower.step('terms/agree')).status).toBe(status);
  counter.time.pass(10);
  expect((await borrower.step('start-decisioning')).status).toBe(200);
});

test('the registration of an application takes hours, or never ends, where the bank reads it so', async () => {
  await open({ notRegistered: 'hours' });
  await borrower.apply('LN-1');
  counter.time.pass(3 * HOUR - 11);
  expect((await borrower.step('terms/agree')).body.message).toBe('Application has no loan ID');
  counter.time.pass(1);
  expect((await borrower.step('terms/agree')).status).toBe(200);

  counter.sandbox.readings.choose({ notRegistered: 'never' });
  borrower = new Journey(counter);
  await borrower.apply('LN-2');
  counter.time.pass(1000 * HOUR);
  expect((await borrower.step('terms/agree')).status).toBe(422);
  expect(counter.committed('application-registered')).toHaveLength(1);
});

test('a loan that the lending engine does not know yet is refused in the words of the reading', async () => {
  await open({});
  await borrower.acceptOffer();
  await borrower.step('post-offer-kyc');
  counter.time.pass(5 * HOUR);
  const { loan_id } = await borrower.application();
  const schedule = () => counter.get(`/v1/loans/${loan_id}/repayments`);
  counter.sandbox.readings.choose({ notRegistered: 'not-found' });
  expect((await schedule()).status).toBe(404);
  counter.time.pass(10);
  expect((await schedule()).status).toBe(200);
  counter.sandbox.readings.choose({ notRegistered: 'hours' });
  expect((await schedule()).body.message).toBe('No SME loan ID on record');
});

test('a statement of another bank needs account number and phone, where the bank reads it so', async () => {
  await open({ statementInput: 'account-and-phone' });
  await borrower.apply();
  const link = (asked: object) => borrower.step('bank-statement', asked);
  const refused = await link({ sort_code: '901' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    { msg: 'account_number is required', param: 'account_number' },
    { msg: 'phone is required', param: 'phone' },
  ]);
  expect((await link({ sort_code: '900' })).status).toBe(200);
  const identified = { sort_code: '901', account_number: '0123456789', phone: '08030000000' };
  expect((await link(identified)).status).toBe(200);
});
