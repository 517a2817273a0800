import { reversePayout } from '../../../sandbox/money/payouts';
import { Merchant } from '../../support/sandbox/merchant';
import { expectRefusal } from '../../support/sandbox/refusals';
import { Counter, DAY, HOUR, MERCHANT } from '../../support/sandbox/counter';

const FEE = 2500;

let counter: Counter;
let merchant: Merchant;
beforeEach(async () => {
  counter = await Counter.open();
  merchant = new Merchant(counter);
});
afterEach(() => counter.close());

test('a payout in the sandbox takes amount and fee at once and succeeds a while later', async () => {
  const before = await merchant.balance();
  const sent = await merchant.pay();
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({
    status: 'success',
    message: 'payout was initiated successfully',
    data: { amount: 1_000_000, fee: FEE, total: 1_000_000 + FEE, reference: 'PO-1' },
  });
  expect(await merchant.balance()).toBe(before - 1_000_000 - FEE);
  expect(await merchant.status()).toMatchObject({
    status: 'PENDING',
    amount: 1_000_000,
    beneficiary: { bankCode: '901' },
  });
  counter.time.pass(20);
  expect(await merchant.status()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that fails gives amount and fee back', async () => {
  const before = await merchant.balance();
  await merchant.pay({}, '0000000004');
  counter.time.pass(20);
  expect(await merchant.status()).toMatchObject({ status: 'FAILED' });
  expect(await merchant.balance()).toBe(before);
});

test('a payout that is reversed days later gives amount and fee back then', async () => {
  const before = await merchant.balance();
  await merchant.pay({}, '0000000006');
  counter.time.pass(DAY);
  expect(await merchant.status()).toMatchObject({ status: 'SUCCESS' });
  counter.time.pass(DAY + 20);
  expect(await merchant.status()).toMatchObject({ status: 'REVERSED' });
  expect(await merchant.balance()).toBe(before);
});

test('a payout that was taken back already is not taken back again', async () => {
  const before = await merchant.balance();
  await merchant.pay({ reference: 'P-back' }, '0000000006');
  counter.time.pass(DAY);
  reversePayout(counter.sandbox.state, 'P-back');
  counter.time.pass(2 * DAY);
  await merchant.status('P-back');
  expect(await merchant.balance()).toBe(before);
});

test('a payout in the sandbox may be pending for hours, fail after half an hour, never end, or show an unknown status', async () => {
  const accounts = ['05', '07', '08', '09', '10'];
  for (const code of accounts) await merchant.pay({ reference: code }, `00000000${code}`);
  const all = async () => Promise.all(accounts.map(async (code) => (await merchant.status(code)).status));
  counter.time.pass(60);
  expect(await all()).toEqual(['PENDING', 'UNDER_REVIEW', 'PENDING', 'PENDING', 'UNDER_REVIEW']);
  counter.time.pass(HOUR);
  expect(await all()).toEqual(['PENDING', 'SUCCESS', 'PENDING', 'FAILED', 'UNDER_REVIEW']);
  counter.time.pass(300 * DAY);
  expect(await all()).toEqual(['SUCCESS', 'SUCCESS', 'PENDING', 'FAILED', 'UNDER_REVIEW']);
});

test('a payout to an account of this bank arrives there', async () => {
  const beneficiary = { ...merchant.order().beneficiary, bank_code: '900', account_number: '9000000002' };
  await merchant.pay({ beneficiary });
  counter.time.pass(20);
  expect(await merchant.balance('9000000002')).toBe(5_000_000 + 1_000_000);
});

test('a flush moves the whole balance, less the fee', async () => {
  const flush = (reference: string) =>
    counter.post('/v1/accounts/9000000002/flush', { beneficiary: merchant.order().beneficiary, reference });
  const flushed = await flush('FL-1');
  expect(flushed.status).toBe(201);
  expect(flushed.body.data).toMatchObject({
    amount: 5_000_000 - FEE,
    total: 5_000_000,
    payment_reference: expect.any(String),
  });
  expect(await merchant.balance('9000000002')).toBe(0);
  expect(await merchant.status('FL-1')).toMatchObject({ status: 'PENDING' });
  expectRefusal(await flush('FL-2'), 402, 'insufficient balance');
  expect(counter.committed('flush-committed')).toHaveLength(1);
});

test('a payout in the sandbox can be found among the transactions by its remark, newest first', async () => {
  await merchant.pay();
  counter.time.pass(20);
  const url = `/v1/accounts/${MERCHANT}/transactions`;
  const { data } = (await counter.get(`${url}?page=1&limit=2`)).body;
  const [charge, transfer] = data.transactions;
  expect(transfer).toMatchObject({ description: 'PO-1 rent', amount: 1_000_000, transactionType: 'DEBIT' });
  expect(charge).toMatchObject({ category: 'CHARGE', amount: FEE });
  expect(transfer.uniqueRef).toBe((await merchant.status()).uniqueRef);
  expect(transfer.entryDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
  expect(data).toMatchObject({ last: false, query: { limit: 2, offset: 0 } });
  expect((await counter.get(`${url}?page=2&limit=2`)).body.data.last).toBe(true);

  const verified = await counter.get(`${url}/${transfer.uniqueRef}`);
  expect(verified.body.data).toMatchObject({
    success: true,
    statusCode: '00',
    transaction: { amount: 1_000_000 },
  });
  expectRefusal(await counter.get(`${url}/999`), 404, 'transaction not found');
});

test('a payout in the sandbox shows in the webhook history as money that left the account', async () => {
  await counter.put('/v1/webhook', { url: 'https://receiver.example.test/hook' });
  await merchant.pay();
  const { data, total } = (await counter.get('/v1/webhook/history?limit=2')).body;
  expect(total).toBeGreaterThanOrEqual(2);
  const { uniqueRef } = await merchant.status();
  const sent = data.find(({ event_id }: { event_id: string }) => event_id === uniqueRef);
  expect(sent).toMatchObject({
    event_type: 'account.outgoing-transaction',
    data: {
      event: 'account.outgoing-transaction',
      data: { amount: 10_000, currency: 'NGN', transactionType: 'DEBIT', uniqueRef },
    },
  });
  expect((await counter.post('/v1/webhook/resend-webhook-event', { event_id: uniqueRef })).status).toBe(200);
  expectRefusal(
    await counter.post('/v1/webhook/resend-webhook-event', { event_id: 'x' }),
    404,
    'event not found',
  );
  expect((await counter.get('/v1/webhook')).body.data.url).toBe('https://receiver.example.test/hook');
});
