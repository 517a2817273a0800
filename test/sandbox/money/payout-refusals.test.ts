import { Merchant } from '../../support/sandbox/merchant';
import { expectRefusal } from '../../support/sandbox/refusals';
import { Counter, DAY, MERCHANT } from '../../support/sandbox/counter';

let counter: Counter;
let merchant: Merchant;
beforeEach(async () => {
  counter = await Counter.open();
  merchant = new Merchant(counter);
});
afterEach(() => counter.close());

test('a payout in the sandbox is refused under a used reference, and nothing moves', async () => {
  await merchant.pay();
  const before = await merchant.balance();
  const again = await merchant.pay({ amount: 2_000_000 });
  expectRefusal(again, 400, 'duplicate reference');
  expect(again.body.errors).toEqual([{ msg: 'duplicate reference', param: 'reference' }]);
  const flush = { beneficiary: merchant.order().beneficiary, reference: 'PO-1' };
  expectRefusal(await counter.post('/v1/accounts/9000000002/flush', flush), 400, 'duplicate reference');
  expect(await merchant.balance()).toBe(before);
  expect(await merchant.status()).toMatchObject({ amount: 1_000_000 });
  expect(counter.committed('payout-committed')).toHaveLength(1);
});

test.each([
  ['an amount below the minimum', { amount: 19_999 }, 'amount'],
  ['a fraction of a kobo', { amount: 20_000.5 }, 'amount'],
  ['an amount as text', { amount: '20000' }, 'amount'],
  ['a reference of 31 characters', { reference: 'x'.repeat(31) }, 'reference'],
  ['no remark', { remark: undefined }, 'remark'],
  ['no source', { source: undefined }, 'source'],
])('a payout in the sandbox is a bad request with %s', async (_case, changes, param) => {
  const reply = await merchant.pay(changes);
  expectRefusal(reply, 400, 'bad request');
  expect(reply.body.errors).toEqual([expect.objectContaining({ param })]);
});

test('a payout in the sandbox is refused with 402 for lack of money, a locked account, and a refusal of the bank', async () => {
  const from = (account_number: string) => ({ source: { account_number } });
  expectRefusal(
    await merchant.pay({ ...from('9000000002'), amount: 5_000_000 }),
    402,
    'insufficient balance',
  );
  expectRefusal(await merchant.pay(from('9000000003')), 402, 'account is locked');
  expectRefusal(await merchant.pay({}, '0000000003'), 402, 'the bank refused the transfer');
  expectRefusal(await merchant.pay(from('1234567890')), 404, 'account not found');
});

test('a payout in the sandbox leaves the reference unused when it was refused', async () => {
  await merchant.pay({}, '0000000003');
  expectRefusal(await counter.get('/v1/payouts/status/PO-1'), 404, 'payout not found');
  expect((await merchant.pay()).status).toBe(200);
});

test('a payout in the sandbox keeps to the transfer limits, in naira, per transfer and per day', async () => {
  const limits = (body: object) => counter.put(`/v1/accounts/${MERCHANT}/transfer-limits`, body);
  const set = await limits({ per_transaction_limit: 10_000, daily_transfer_limit: 15_000 });
  expect(set.body.data).toEqual({ per_transaction_limit: 10_000, daily_transfer_limit: 15_000 });
  expectRefusal(await merchant.pay({ amount: 1_000_001 }), 402, 'transfer limit exceeded');
  expect((await merchant.pay({ amount: 1_000_000 })).status).toBe(200);
  expectRefusal(await merchant.pay({ amount: 600_000, reference: 'PO-2' }), 402, 'transfer limit exceeded');
  counter.time.pass(DAY);
  expect((await merchant.pay({ amount: 600_000, reference: 'PO-2' })).status).toBe(200);
});

test.each([
  ['none of them', {}],
  ['zero', { per_transaction_limit: 0 }],
  ['a daily limit below the one per transfer', { per_transaction_limit: 5, daily_transfer_limit: 4 }],
])('a payout in the sandbox refuses transfer limits with %s', async (_case, body) => {
  const reply = await counter.put(`/v1/accounts/${MERCHANT}/transfer-limits`, body);
  expectRefusal(reply, 400, 'bad request');
});
