import { Counter, DAY, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';
import { expectRefusal } from '../../support/sandbox/refusals';

const TAKEN = 1_002_500;

let counter: Counter;
let merchant: Merchant;
beforeEach(async () => {
  counter = await Counter.open();
  merchant = new Merchant(counter);
});
afterEach(() => counter.close());

const committed = () => counter.committed('payout-committed').length;
const lines = async () =>
  (await counter.get(`/v1/accounts/${MERCHANT}/transactions`)).body.data.transactions as {
    amount: number;
    category: string;
    wasReversed: boolean;
  }[];

test('a used payout reference may be refused with 409 in other words, and nothing moves', async () => {
  counter.sandbox.readings.choose({ duplicatePayout: 'conflict' });
  await merchant.pay();
  const before = await merchant.balance();
  expectRefusal(await merchant.pay(), 409, 'This transfer was received before');
  expect([await merchant.balance(), committed()]).toEqual([before, 1]);
});

test('a used payout reference may be answered with the original payout, and nothing moves', async () => {
  counter.sandbox.readings.choose({ duplicatePayout: 'original' });
  const first = await merchant.pay();
  const before = await merchant.balance();
  const again = await merchant.pay({ amount: 5_000_000 });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect([await merchant.balance(), committed()]).toEqual([before, 1]);
});

test('the original of a refused reference may stay invisible for five minutes', async () => {
  counter.sandbox.readings.choose({ duplicatePayout: 'invisible-original' });
  await merchant.pay();
  expectRefusal(await merchant.pay(), 400, 'duplicate reference');
  counter.time.pass(299);
  expectRefusal(await counter.get('/v1/payouts/status/PO-1'), 404, 'payout not found');
  counter.time.pass(1);
  expect(await merchant.status()).toMatchObject({ status: 'SUCCESS' });
});

test('a resent payout may be refused for want of the money that the first one took', async () => {
  counter.sandbox.readings.choose({ resentPayout: 'insufficient-balance' });
  const all = { source: { account_number: '9000000002' }, amount: 5_000_000 - 2500 };
  await merchant.pay(all);
  expectRefusal(await merchant.pay(all), 402, 'insufficient balance');
  await merchant.pay({ reference: 'PO-2' });
  expectRefusal(await merchant.pay({ reference: 'PO-2' }), 400, 'duplicate reference');
});

test('a reversal may show as a credit alone, while the status stays', async () => {
  counter.sandbox.readings.choose({ payoutReversal: 'credit-only' });
  const before = await merchant.balance();
  await merchant.pay({}, '0000000006');
  counter.time.pass(3 * DAY);
  expect(await merchant.status()).toMatchObject({ status: 'SUCCESS', message: 'payout was successful' });
  expect(await merchant.balance()).toBe(before);
  const reversals = (await lines()).filter(({ category }) => category === 'REVERSAL');
  expect(reversals.map(({ amount }) => amount)).toEqual([2500, 1_000_000]);
  expect((await lines()).some(({ wasReversed }) => wasReversed)).toBe(false);
});

test('a reversal may turn SUCCESS into FAILED', async () => {
  counter.sandbox.readings.choose({ payoutReversal: 'failed-later' });
  const before = await merchant.balance();
  await merchant.pay({}, '0000000006');
  counter.time.pass(DAY);
  expect(await merchant.status()).toMatchObject({ status: 'SUCCESS' });
  counter.time.pass(2 * DAY);
  expect(await merchant.status()).toMatchObject({ status: 'FAILED' });
  expect(await merchant.balance()).toBe(before);
});

const resolve = () => counter.post('/v1/banks/resolve', { bank_code: '901', account_number: '0000000002' });
const UNREACHABLE = '0000000003';

test.each([
  ['other-words', 402, 'Destination institution not available at the moment'],
  ['unavailable', 503, 'Service temporarily unavailable'],
] as const)(
  'a bank that cannot be reached is told under the reading %s with %i',
  async (unreachableBank, status, words) => {
    counter.sandbox.readings.choose({ unreachableBank });
    const before = await merchant.balance();
    expectRefusal(await merchant.pay({}, UNREACHABLE), status, words);
    expectRefusal(await resolve(), status, words);
    expect([await merchant.balance(), committed()]).toEqual([before, 0]);
  },
);

test('a payout to a bank that cannot be reached may be accepted and fail later, its name resolved', async () => {
  counter.sandbox.readings.choose({ unreachableBank: 'accepted-then-failed' });
  const before = await merchant.balance();
  expect((await merchant.pay({}, UNREACHABLE)).status).toBe(200);
  expect(await merchant.balance()).toBe(before - TAKEN);
  counter.time.pass(20);
  expect(await merchant.status()).toMatchObject({ status: 'FAILED' });
  expect(await merchant.balance()).toBe(before);
  expect((await resolve()).body.data.account_name).toEqual(expect.any(String));
});
