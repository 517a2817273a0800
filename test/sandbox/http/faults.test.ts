import { request } from 'undici';
import { person } from '../../support/sandbox/borrower-journey';
import { Counter, KEYS, MERCHANT } from '../../support/sandbox/counter';

const payout = (reference: string) => ({
  amount: 20_000,
  source: { account_number: MERCHANT },
  beneficiary: {
    bank_code: '901',
    bank_name: 'Almond Bank',
    account_number: '0123456789',
    account_name: 'X',
  },
  reference,
  remark: reference,
});

describe('a planted fault', () => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await Counter.open({ limit: 100 });
  });
  afterEach(() => counter.close());

  const plant = (fault: object) => counter.post('/_sandbox/faults', fault);
  const pay = (reference: string) => counter.post('/v1/payouts', payout(reference));
  const status = (reference: string) => counter.get(`/v1/payouts/status/${reference}`);
  const committed = () => counter.committed('payout-committed').length;

  it('answers with a 5xx before anything happened', async () => {
    await plant({ kind: 'error-before', operations: ['createPayout'], status: 502, count: 1 });
    expect(await pay('A')).toMatchObject({ status: 502, body: { status: 'failed' } });
    expect(committed()).toBe(0);
    expect((await pay('A')).status).toBe(200);
  });

  it('answers with a 5xx after the payout was committed', async () => {
    await plant({ kind: 'error-after', operations: ['createPayout'], count: 1 });
    expect((await pay('A')).status).toBe(503);
    expect(committed()).toBe(1);
    expect((await status('A')).body.data.status).toBe('PENDING');
  });

  it('does not spend itself on a call that was refused', async () => {
    await plant({ kind: 'error-after', operations: ['createPayout'], count: 1 });
    await counter.post('/v1/payouts', { ...payout('A'), source: { account_number: '1111111111' } });
    expect((await pay('A')).status).toBe(503);
  });

  it('strikes only the operation, the fields and the number of calls it is for', async () => {
    await plant({ kind: 'error-before', operations: ['createPayout'], when: { reference: 'B*' }, count: 2 });
    const statuses = [];
    for (const reference of ['A', 'B1', 'B2', 'B3']) statuses.push((await pay(reference)).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect((await counter.get('/_sandbox/faults')).body.faults).toMatchObject([{ id: 'fault-1', hits: 2 }]);
  });

  it('strikes with its probability, the same way for the same seed', async () => {
    const struck = async () => {
      const other = await Counter.open({ faults: [{ kind: 'error-before', probability: 0.3 }] });
      const replies = [];
      for (let call = 0; call < 200; call += 1) replies.push((await other.get('/v1/banks')).status);
      await other.close();
      return replies;
    };
    const first = await struck();
    const count = first.filter((code) => code === 503).length;
    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThan(90);
    expect(await struck()).toEqual(first);
  });

  it('lets reads be older than the writes before them', async () => {
    await plant({ kind: 'stale-read', seconds: 30, operations: ['getPayoutStatus', 'listTransactions'] });
    await pay('A');
    expect((await status('A')).status).toBe(404);
    counter.time.pass(30);
    expect((await status('A')).body.data.status).toBe('PENDING');
    counter.time.pass(20);
    expect((await status('A')).body.data.status).toBe('SUCCESS');
  });

  it('lets the same reference move money twice', async () => {
    await plant({ kind: 'duplicate-check-off' });
    await pay('A');
    expect((await pay('A')).status).toBe(200);
    expect(committed()).toBe(2);
  });

  it.each([
    ['truncated', /^\{"status":"succ/],
    ['html', /^<html>/],
    ['empty', /^$/],
  ])('sends a %s body', async (form, expected) => {
    await plant({ kind: 'malformed-body', form });
    const reply = await counter.get('/v1/banks');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatch(expected);
  });

  it('sends a success without data', async () => {
    await plant({ kind: 'malformed-body', form: 'without-data' });
    expect((await pay('A')).body).toEqual({ status: 'success', message: 'ok' });
  });

  it('leaves the rate headers out, or makes them invalid', async () => {
    await plant({ kind: 'rate-headers', form: 'missing', count: 1 });
    expect((await counter.get('/v1/banks')).headers).not.toHaveProperty('ratelimit-remaining');
    await plant({ kind: 'rate-headers', form: 'malformed', count: 1 });
    expect((await counter.get('/v1/banks')).headers['ratelimit-remaining']).toBe('not a number');
  });

  it('refuses with 429, with Retry-After alone or without any header', async () => {
    await plant({ kind: 'rate-limited', count: 1 });
    const bare = await counter.get('/v1/banks');
    expect(bare.status).toBe(429);
    expect(Object.keys(bare.headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
    await plant({ kind: 'rate-limited', retryAfterSeconds: 7, count: 1 });
    expect((await counter.get('/v1/banks')).headers['retry-after']).toBe('7');
  });

  it('is removed by its id, or with all others', async () => {
    const { id } = (await plant({ kind: 'error-before' })).body;
    await plant({ kind: 'rate-limited' });
    expect((await counter.send('DELETE', `/_sandbox/faults/${id}`, undefined, {})).body).toEqual({
      removed: 1,
    });
    expect((await counter.send('DELETE', '/_sandbox/faults', undefined, {})).body).toEqual({ removed: 1 });
    expect((await counter.get('/v1/banks')).status).toBe(200);
  });

  it.each([{ kind: 'fire' }, { kind: 'latency' }, { kind: 'error-before', operations: ['nothing'] }])(
    'that makes no sense is refused: %j',
    async (fault) => {
      expect((await plant(fault)).status).toBe(400);
    },
  );
});

describe('a planted fault on a real connection', () => {
  let counter: Counter;
  let url: string;
  beforeEach(async () => {
    counter = await Counter.open();
    url = await counter.sandbox.listen({ port: 0 });
  });
  afterEach(() => counter.close());

  const send = (path: string, body: object) =>
    request(url + path, {
      method: 'POST',
      headers: { ...KEYS, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      reset: true,
    });

  it('loses the reply after the commit', async () => {
    await counter.post('/_sandbox/faults', { kind: 'reset-after', operations: ['createCustomer'], count: 1 });
    await expect(send('/v1/customers', person())).rejects.toThrow();
    expect(counter.committed('customer-created')).toHaveLength(1);
    expect((await send('/v1/customers', person())).statusCode).toBe(200);
    expect((await counter.get('/_sandbox/calls')).body.byOperation.createCustomer).toEqual({
      calls: 2,
      byOutcome: { lost: 1, '200': 1 },
    });
  });

  it('resets the connection before anything happened', async () => {
    await counter.post('/_sandbox/faults', { kind: 'reset-before', count: 1 });
    await expect(send('/v1/payouts', payout('A'))).rejects.toThrow();
    expect(counter.committed('payout-committed')).toHaveLength(0);
  });

  it('holds a call up', async () => {
    await counter.post('/_sandbox/faults', { kind: 'latency', milliseconds: 40, count: 1 });
    const sentAt = performance.now();
    await (await request(`${url}/v1/banks`, { headers: KEYS })).body.dump();
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(35);
  });
});
