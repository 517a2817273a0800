import { person } from '../../support/sandbox/borrower-journey';
import { Counter, KEYS, MERCHANT } from '../../support/sandbox/counter';

describe('the way into the sandbox', () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await Counter.open();
  });
  afterAll(() => counter.close());

  it.each([
    ['no header at all', {}],
    ['no apikey', { 'x-service-key': 'sandbox-key' }],
    ['no x-service-key', { apikey: 'sandbox-api-key' }],
    ['a wrong x-service-key', { ...KEYS, 'x-service-key': 'wrong' }],
    ['a wrong apikey', { ...KEYS, apikey: 'wrong' }],
  ])('answers 401 to %s', async (_case, headers) => {
    const reply = await counter.get('/v1/banks', headers);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ status: 'failed', message: 'invalid API key' });
  });

  it('answers 403 to a key without permission', async () => {
    const reply = await counter.get('/v1/banks', {
      ...KEYS,
      'x-service-key': 'sandbox-key-without-permission',
    });
    expect(reply.status).toBe(403);
    expect(reply.body.status).toBe('failed');
  });

  it.each([
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/payouts'],
    ['PATCH', '/v1/customers'],
    ['POST', '/v1/loans/active'],
  ])('answers %s %s, which is not an operation, with 404 in the envelope', async (method, url) => {
    const reply = await counter.send(method, url, undefined, KEYS);
    expect(reply.status).toBe(404);
    expect(reply.body.status).toBe('failed');
  });

  it('answers an address it cannot decode with 400', async () => {
    const reply = await counter.get('/v1/customers/%zz');
    expect(reply.status).toBe(400);
    expect(reply.body.status).toBe('failed');
  });
});

describe('a request body', () => {
  let counter: Counter;
  beforeAll(async () => {
    counter = await Counter.open();
  });
  afterAll(() => counter.close());

  const as = (contentType: string) => ({ ...KEYS, 'content-type': contentType });

  it('of a customer cannot be empty', async () => {
    const reply = await counter.post('/v1/customers');
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      status: 'failed',
      message: 'bad request',
      errors: [{ msg: 'Request body cannot be empty' }],
    });
  });

  it('with several wrong fields is answered with all of them', async () => {
    const reply = await counter.post('/v1/customers', { ...person('123'), dob: '17/05/1990', city: '' });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('bad request');
    expect(reply.body.errors).toEqual(
      expect.arrayContaining([
        { msg: 'BVN must be 11 numbers long', param: 'bvn' },
        { msg: 'dob must be a date, YYYY-MM-DD', param: 'dob' },
        { msg: 'city is required', param: 'city' },
      ]),
    );
    expect(counter.committed('customer-created')).toHaveLength(0);
  });

  it('of a loan operation is answered with the first cause as its message', async () => {
    const reply = await counter.post('/v1/loans/customers/enroll', {});
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('customer_id is required');
  });

  it('may be form-encoded, with nested fields and numbers as text', async () => {
    const { id } = (await counter.post('/v1/customers', person())).body.data;
    const form = new URLSearchParams({ account_type: 'static', third_party: 'true', customer_id: id });
    const reply = await counter.post('/v1/accounts', String(form), as('application/x-www-form-urlencoded'));
    expect(reply.body.data.account.account_name).toBe('ADA OBI');

    const payout = new URLSearchParams({
      amount: '20000',
      'source[account_number]': MERCHANT,
      'beneficiary[bank_code]': '901',
      'beneficiary[bank_name]': 'Almond Bank',
      'beneficiary[account_number]': '0123456789',
      'beneficiary[account_name]': 'ADA OBI',
      reference: 'form',
      remark: 'by form',
    });
    const sent = await counter.post('/v1/payouts', String(payout), as('application/x-www-form-urlencoded'));
    expect(sent.body.data.amount).toBe(20_000);
  });

  it.each([
    ['broken JSON', '{"a":', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['no object', '"text"', 'application/json'],
    ['another content type', '<a/>', 'text/xml'],
    ['a content type that is none', '{}', 'nonsense'],
  ])('that is %s is a bad request', async (_case, body, contentType) => {
    const reply = await counter.post('/v1/customers', body, as(contentType));
    expect(reply.status).toBe(400);
    expect(reply.body.message).toBe('bad request');
  });

  it('that is not UTF-8 is a bad request', async () => {
    const reply = await counter.post(
      '/v1/customers',
      Buffer.from([0x7b, 0xff, 0x7d]),
      as('application/json'),
    );
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].msg).toContain('UTF-8');
  });

  it('that is huge is a bad request, not an undocumented status', async () => {
    const huge = JSON.stringify({ first_name: 'a'.repeat(33 * 1024 * 1024) });
    const reply = await counter.post('/v1/customers', huge, as('application/json'));
    expect(reply.status).toBe(400);
    expect(reply.body.status).toBe('failed');
  });

  it('cannot reach a prototype', async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    await counter.post('/v1/customers', body, as('application/json'));
    await counter.post('/v1/customers', '__proto__[polluted]=1', as('application/x-www-form-urlencoded'));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
