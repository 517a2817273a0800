import { Counter, DAY, HOUR, MERCHANT, type Reply } from './counter';

const FEE = 2500;

describe('a payout in the sandbox', () => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await Counter.open();
  });
  afterEach(() => counter.close());

  const order = (changes: Record<string, unknown> = {}, account_number = '0123456789') => ({
    amount: 1_000_000,
    source: { account_number: MERCHANT },
    beneficiary: { bank_code: '901', bank_name: 'Almond Bank', account_number, account_name: 'ADA OBI' },
    reference: 'PO-1',
    remark: 'PO-1 rent',
    ...changes,
  });
  const pay = (changes?: Record<string, unknown>, account?: string) =>
    counter.post('/v1/payouts', order(changes, account));
  const status = async (reference = 'PO-1') =>
    (await counter.get(`/v1/payouts/status/${reference}`)).body.data;
  const balance = async (account = MERCHANT) =>
    (await counter.get(`/v1/accounts/${account}`)).body.data.account.balance;

  const expectRefusal = (reply: Reply, code: number, message: string) => {
    expect(reply.body.message).toBe(message);
    expect(reply.status).toBe(code);
  };

  it('takes amount and fee at once and succeeds a while later', async () => {
    const before = await balance();
    const sent = await pay();
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      status: 'success',
      message: 'payout was initiated successfully',
      data: { amount: 1_000_000, fee: FEE, total: 1_000_000 + FEE, reference: 'PO-1' },
    });
    expect(await balance()).toBe(before - 1_000_000 - FEE);
    expect(await status()).toMatchObject({
      status: 'PENDING',
      amount: 1_000_000,
      beneficiary: { bankCode: '901' },
    });
    counter.time.pass(20);
    expect(await status()).toMatchObject({ status: 'SUCCESS' });
  });

  it('is refused under a used reference, and nothing moves', async () => {
    await pay();
    const before = await balance();
    const again = await pay({ amount: 2_000_000 });
    expectRefusal(again, 400, 'duplicate reference');
    expect(again.body.errors).toEqual([{ msg: 'duplicate reference', param: 'reference' }]);
    const flush = { beneficiary: order().beneficiary, reference: 'PO-1' };
    expectRefusal(await counter.post('/v1/accounts/9000000002/flush', flush), 400, 'duplicate reference');
    expect(await balance()).toBe(before);
    expect(await status()).toMatchObject({ amount: 1_000_000 });
    expect(counter.committed('payout-committed')).toHaveLength(1);
  });

  it.each([
    ['an amount below the minimum', { amount: 19_999 }, 'amount'],
    ['a fraction of a kobo', { amount: 20_000.5 }, 'amount'],
    ['an amount as text', { amount: '20000' }, 'amount'],
    ['a reference of 31 characters', { reference: 'x'.repeat(31) }, 'reference'],
    ['no remark', { remark: undefined }, 'remark'],
    ['no source', { source: undefined }, 'source'],
  ])('is a bad request with %s', async (_case, changes, param) => {
    const reply = await pay(changes);
    expectRefusal(reply, 400, 'bad request');
    expect(reply.body.errors).toEqual([expect.objectContaining({ param })]);
  });

  it('is refused with 402 for lack of money, a locked account, and a refusal of the bank', async () => {
    const from = (account_number: string) => ({ source: { account_number } });
    expectRefusal(await pay({ ...from('9000000002'), amount: 5_000_000 }), 402, 'insufficient balance');
    expectRefusal(await pay(from('9000000003')), 402, 'account is locked');
    expectRefusal(await pay({}, '0000000003'), 402, 'the bank refused the transfer');
    expectRefusal(await pay(from('1234567890')), 404, 'account not found');
  });

  it('leaves the reference unused when it was refused', async () => {
    await pay({}, '0000000003');
    expectRefusal(await counter.get('/v1/payouts/status/PO-1'), 404, 'payout not found');
    expect((await pay()).status).toBe(200);
  });

  it('keeps to the transfer limits, in naira, per transfer and per day', async () => {
    const limits = (body: object) => counter.put(`/v1/accounts/${MERCHANT}/transfer-limits`, body);
    const set = await limits({ per_transaction_limit: 10_000, daily_transfer_limit: 15_000 });
    expect(set.body.data).toEqual({ per_transaction_limit: 10_000, daily_transfer_limit: 15_000 });
    expectRefusal(await pay({ amount: 1_000_001 }), 402, 'transfer limit exceeded');
    expect((await pay({ amount: 1_000_000 })).status).toBe(200);
    expectRefusal(await pay({ amount: 600_000, reference: 'PO-2' }), 402, 'transfer limit exceeded');
    counter.time.pass(DAY);
    expect((await pay({ amount: 600_000, reference: 'PO-2' })).status).toBe(200);
  });

  it.each([
    ['none of them', {}],
    ['zero', { per_transaction_limit: 0 }],
    ['a daily limit below the one per transfer', { per_transaction_limit: 5, daily_transfer_limit: 4 }],
  ])('refuses transfer limits with %s', async (_case, body) => {
    const reply = await counter.put(`/v1/accounts/${MERCHANT}/transfer-limits`, body);
    expectRefusal(reply, 400, 'bad request');
  });

  it('that fails gives amount and fee back', async () => {
    const before = await balance();
    await pay({}, '0000000004');
    counter.time.pass(20);
    expect(await status()).toMatchObject({ status: 'FAILED' });
    expect(await balance()).toBe(before);
  });

  it('that is reversed days later gives amount and fee back then', async () => {
    const before = await balance();
    await pay({}, '0000000006');
    counter.time.pass(DAY);
    expect(await status()).toMatchObject({ status: 'SUCCESS' });
    counter.time.pass(DAY + 20);
    expect(await status()).toMatchObject({ status: 'REVERSED' });
    expect(await balance()).toBe(before);
  });

  it('may be pending for hours, fail after half an hour, never end, or show a status nobody knows', async () => {
    const accounts = ['05', '07', '08', '09', '10'];
    for (const code of accounts) await pay({ reference: code }, `00000000${code}`);
    const all = async () => Promise.all(accounts.map(async (code) => (await status(code)).status));
    counter.time.pass(60);
    expect(await all()).toEqual(['PENDING', 'UNDER_REVIEW', 'PENDING', 'PENDING', 'UNDER_REVIEW']);
    counter.time.pass(HOUR);
    expect(await all()).toEqual(['PENDING', 'SUCCESS', 'PENDING', 'FAILED', 'UNDER_REVIEW']);
    counter.time.pass(300 * DAY);
    expect(await all()).toEqual(['SUCCESS', 'SUCCESS', 'PENDING', 'FAILED', 'UNDER_REVIEW']);
  });

  it('to an account of this service arrives there', async () => {
    const beneficiary = { ...order().beneficiary, bank_code: '900', account_number: '9000000002' };
    await pay({ beneficiary });
    counter.time.pass(20);
    expect(await balance('9000000002')).toBe(5_000_000 + 1_000_000);
  });

  it('as a flush moves the whole balance, less the fee', async () => {
    const flush = (reference: string) =>
      counter.post('/v1/accounts/9000000002/flush', { beneficiary: order().beneficiary, reference });
    const flushed = await flush('FL-1');
    expect(flushed.status).toBe(201);
    expect(flushed.body.data).toMatchObject({
      amount: 5_000_000 - FEE,
      total: 5_000_000,
      payment_reference: expect.any(String),
    });
    expect(await balance('9000000002')).toBe(0);
    expect(await status('FL-1')).toMatchObject({ status: 'PENDING' });
    expectRefusal(await flush('FL-2'), 402, 'insufficient balance');
    expect(counter.committed('flush-committed')).toHaveLength(1);
  });

  it('can be found among the transactions by its remark, newest first', async () => {
    await pay();
    counter.time.pass(20);
    const url = `/v1/accounts/${MERCHANT}/transactions`;
    const { data } = (await counter.get(`${url}?page=1&limit=2`)).body;
    const [charge, transfer] = data.transactions;
    expect(transfer).toMatchObject({ description: 'PO-1 rent', amount: 1_000_000, transactionType: 'DEBIT' });
    expect(charge).toMatchObject({ category: 'CHARGE', amount: FEE });
    expect(transfer.uniqueRef).toBe((await status()).uniqueRef);
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

  it('shows in the webhook history as money that left the account', async () => {
    await counter.put('/v1/webhook', { url: 'https://receiver.example.test/hook' });
    await pay();
    const { data, total } = (await counter.get('/v1/webhook/history?limit=2')).body;
    expect(total).toBeGreaterThanOrEqual(2);
    const { uniqueRef } = await status();
    const sent = data.find(({ event_id }: { event_id: string }) => event_id === uniqueRef);
    expect(sent).toMatchObject({
      event_type: 'account.outgoing-transaction',
      data: {
        event: 'account.outgoing-transaction',
        data: { amount: 10_000, currency: 'NGN', transactionType: 'DEBIT', uniqueRef },
      },
    });
    expect((await counter.post('/v1/webhook/resend-webhook-event', { event_id: uniqueRef })).status).toBe(
      200,
    );
    expectRefusal(
      await counter.post('/v1/webhook/resend-webhook-event', { event_id: 'x' }),
      404,
      'event not found',
    );
    expect((await counter.get('/v1/webhook')).body.data.url).toBe('https://receiver.example.test/hook');
  });
});

describe('banks and accounts elsewhere', () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await Counter.open();
  });
  afterAll(() => counter.close());
  const resolve = (account_number: string, bank_code: string) =>
    counter.post('/v1/banks/resolve', { account_number, bank_code });

  it('resolve to the same name every time', async () => {
    const first = await resolve('0123456789', '901');
    expect(first.body.data).toMatchObject({ account_number: '0123456789', bank_name: 'Almond Bank' });
    expect((await resolve('0123456789', '901')).body).toEqual(first.body);
    expect((await resolve('9000000001', '900')).body.data.account_name).toBe('SANDBOX MERCHANT');
  });

  it('are not found, or do not answer, where a scenario says so', async () => {
    expect(await resolve('0000000001', '901')).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    });
    expect(await resolve('0123456789', '555')).toMatchObject({ status: 400 });
    expect(await resolve('0000000002', '901')).toMatchObject({
      status: 402,
      body: { message: 'the bank does not answer' },
    });
  });

  it('join their uptime by code; a rule changes it', async () => {
    const banks = (await counter.get('/v1/banks')).body.data;
    const uptimes = async () => (await counter.get('/v1/banks/uptime')).body.data;
    const of = async (code: string) =>
      (await uptimes()).find(({ cbnBankCode }: { cbnBankCode: string }) => cbnBankCode === code).uptime;
    expect(await uptimes()).toHaveLength(banks.length);
    expect(await of('919')).toBe(12);
    await counter.post('/_sandbox/scenarios', {
      subject: 'uptime',
      when: { code: '901' },
      then: { uptime: 0 },
    });
    expect(await of('901')).toBe(0);
  });
});
