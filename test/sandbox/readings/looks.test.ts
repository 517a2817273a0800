import { person } from '../../support/sandbox/borrower-journey';
import { Counter, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';

let counter: Counter;
beforeEach(async () => {
  counter = await Counter.open();
});
afterEach(() => counter.close());

const account = async () => (await counter.get(`/v1/accounts/${MERCHANT}`)).body.data;
const transactions = async () =>
  (await counter.get(`/v1/accounts/${MERCHANT}/transactions`)).body.data.transactions;

test('swapped units give balances and transactions in naira, events in kobo, and payouts as ever', async () => {
  counter.sandbox.readings.choose({ units: 'swapped' });
  await new Merchant(counter).pay();
  expect((await account()).account).toMatchObject({ balance: 999_989_975, available_balance: 999_989_975 });
  const [charge, transfer] = await transactions();
  expect([charge.amount, transfer.amount, charge.balance]).toEqual([25, 10_000, 999_989_975]);
  const verified = (await counter.get(`/v1/accounts/${MERCHANT}/transactions/${transfer.uniqueRef}`)).body
    .data;
  expect(verified.transaction.amount).toBe(10_000);
  const [, event] = (await counter.get('/v1/webhook/history?limit=2')).body.data;
  expect(event.data.data.amount).toBe(1_000_000);
  expect((await counter.get('/v1/payouts/status/PO-1')).body.data.amount).toBe(1_000_000);
  const [listed] = (await counter.get(`/v1/accounts?account_number=${MERCHANT}`)).body.data;
  expect(listed.account.balance).toBe(999_989_975);
});

test.each([
  ['offset', '2025-01-31T10:00:00.000+01:00'],
  ['no-zone', '2025-01-31T10:00:00.000'],
  ['date-only', '2025-01-31'],
] as const)('under the reading %s every instant is written like %s', async (instants, written) => {
  counter.sandbox.readings.choose({ instants });
  const [event] = (await counter.get('/v1/webhook/history')).body.data;
  const [entry] = await transactions();
  const { data } = await counter.post('/v1/customers', person()).then(({ body }) => body);
  expect([(await account()).created_at, entry.entryDate, data.updated_at]).toEqual(Array(3).fill(written));
  expect([event.created_at, event.data.data.entryDate]).toEqual([written, written]);
  expect(data.dob.slice(0, 10)).toBe('1990-05-17');
});

test('a date that is no instant stays as it is', async () => {
  const quote = { loan_amount: 60_000_000, tenure: 1, state: 'Lagos' };
  const due = async () => (await counter.post('/v1/loans/calculate-repayment', quote)).body.data.schedule;
  const before = await due();
  counter.sandbox.readings.choose({ instants: 'offset' });
  expect(await due()).toEqual(before);
});

const errors = [{ msg: 'payout not found', param: 'reference' }];
test.each([
  ['errors-only', { errors }],
  ['nested', { error: { message: 'payout not found', errors } }],
  ['plain-text', 'payout not found'],
] as const)('a refusal has another body under the reading %s', async (errorBody, body) => {
  counter.sandbox.readings.choose({ errorBody });
  const refused = await counter.get('/v1/payouts/status/none');
  expect([refused.status, refused.body]).toEqual([404, body]);
  expect((await counter.get('/v1/banks')).body.status).toBe('success');
});

test('a refusal may repeat what was sent, names included', async () => {
  counter.sandbox.readings.choose({ errorBody: 'echoing' });
  const refused = await counter.post('/v1/customers', { ...person(), bvn: '1' });
  expect(refused.body.message).toContain('"first_name":"Ada"');
  const { message } = (await counter.get('/v1/payouts/status/none')).body;
  expect(message).toBe('payout not found: /v1/payouts/status/none');
});

test('calls without a key, and unknown addresses, are refused with the same body', async () => {
  counter.sandbox.readings.choose({ errorBody: 'nested' });
  expect((await counter.get('/v1/banks', {})).body).toMatchObject({ error: { message: 'invalid API key' } });
  expect((await counter.get('/v1/nothing')).body).toEqual({ error: { message: 'no such operation' } });
});

test('plain text says that it is plain text', async () => {
  counter.sandbox.readings.choose({ errorBody: 'plain-text' });
  const { headers } = await counter.get('/v1/payouts/status/none');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});
