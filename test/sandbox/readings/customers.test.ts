import { Journey, person } from '../../support/sandbox/borrower-journey';
import { Counter } from '../../support/sandbox/counter';
import { expectRefusal } from '../../support/sandbox/refusals';

let counter: Counter;
beforeEach(async () => {
  counter = await Counter.open();
});
afterEach(() => counter.close());

const create = () => counter.post('/v1/customers', person());

test.each([
  ['conflict', 409, 'This person is on record'],
  ['bad-request', 400, 'This BVN belongs to another record'],
] as const)(
  'a second customer with a BVN is refused under the reading %s with %i',
  async (secondCustomer, status, words) => {
    counter.sandbox.readings.choose({ secondCustomer });
    expect((await create()).status).toBe(200);
    expectRefusal(await create(), status, words);
    expect(counter.committed('customer-created')).toHaveLength(1);
  },
);

test('a second customer with a BVN may be answered with the first', async () => {
  counter.sandbox.readings.choose({ secondCustomer: 'first' });
  const first = await create();
  expect((await create()).body).toEqual(first.body);
  expect(counter.committed('customer-created')).toHaveLength(1);
});

test.each([
  ['bad-request', 400],
  ['unprocessable', 422],
] as const)(
  'a second account of a customer is refused under the reading %s with %i',
  async (repeatedStep, status) => {
    counter.sandbox.readings.choose({ repeatedStep });
    const borrower = new Journey(counter);
    await borrower.becomeCustomer();
    const open = (account_type: string) =>
      counter.post('/v1/accounts', { account_type, customer_id: borrower.customerId });
    expect((await open('static')).status).toBe(status);
    expect((await open('dynamic')).status).toBe(200);
    expect(counter.committed('account-created')).toHaveLength(2);
  },
);
