import { Journey } from '../support/sandbox/borrower-journey';
import { Counter } from '../support/sandbox/counter';

let counter: Counter;
beforeEach(async () => {
  counter = await Counter.open();
});
afterEach(() => counter.close());

const control = async (path: string) => (await counter.get(`/_sandbox/${path}`, {})).body;

test('the control routes need no key', async () => {
  for (const path of ['state', 'clock', 'scenarios', 'faults', 'committed', 'calls', 'window']) {
    expect((await counter.get(`/_sandbox/${path}`, {})).status).toBe(200);
  }
});

test('the control routes show the committed log, narrowed by effect, key and place', async () => {
  const borrower = new Journey(counter);
  await borrower.verify();
  const { committed } = await control('committed');
  expect(committed.map(({ effect }: { effect: string }) => effect)).toEqual([
    'customer-created',
    'account-created',
    'enrolled',
    'kyc-started',
    'kyc-decided',
  ]);
  expect((await control('committed?after=4')).committed).toEqual([
    expect.objectContaining({ seq: 5, operation: 'time', effect: 'kyc-decided', key: borrower.customerId }),
  ]);
  expect((await control(`committed?effect=enrolled&key=${borrower.customerId}`)).committed).toHaveLength(1);
});

test('the control routes count calls by operation and outcome', async () => {
  await counter.get('/v1/banks');
  await counter.get('/v1/payouts/status/none');
  await counter.get('/v1/nothing');
  expect(await control('calls')).toEqual({
    total: 3,
    refusedByRateLimit: 0,
    byOperation: {
      listBanks: { calls: 1, byOutcome: { '200': 1 } },
      getPayoutStatus: { calls: 1, byOutcome: { '404': 1 } },
      unknown: { calls: 1, byOutcome: { '404': 1 } },
    },
  });
});

test('the control routes take scenario rules that match on fields, for so many matches', async () => {
  const borrower = new Journey(counter);
  const rule = { subject: 'loan', when: { amount: 60_000_000 }, then: { decision: 'DECLINED' }, count: 1 };
  await counter.post('/_sandbox/scenarios', rule);
  await borrower.receiveOffer('LN-1');
  expect((await borrower.application()).status).toBe('DECLINED');
  const other = new Journey(counter);
  await other.receiveOffer('LN-2');
  expect((await other.application()).status).toBe('HAS_OFFER');
  expect((await control('scenarios')).rules).toEqual([rule]);
});

test('the control routes let a later rule win over an earlier one and over a magic value, field by field', async () => {
  const borrower = new Journey(counter);
  await counter.post('/_sandbox/scenarios', {
    subject: 'kyc',
    when: { bvn: '99999901001' },
    then: { rejectionReason: 'Photograph does not match' },
  });
  await borrower.enrol('99999901001');
  await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  counter.time.pass(120);
  expect(await borrower.kyc()).toMatchObject({
    kyc_status: 'REJECTED',
    rejection_reason: 'Photograph does not match',
  });
});

test.each([
  { subject: 'weather', when: {}, then: {} },
  { subject: 'loan', when: {}, then: { decision: 'MAYBE' } },
  { subject: 'loan', when: {}, then: { unknownField: 1 } },
  {},
])('the control routes refuse a rule that makes no sense: %j', async (rule) => {
  const reply = await counter.post('/_sandbox/scenarios', rule);
  expect(reply.status).toBe(400);
  expect(reply.body.errors.length).toBeGreaterThan(0);
});

test('the control routes forget everything but the clock at a reset, and never give an id twice', async () => {
  const borrower = new Journey(counter);
  await borrower.apply();
  const before = borrower.applicationId;
  await counter.post('/_sandbox/clock', { rate: 5 });
  await counter.post('/_sandbox/reset');
  expect((await control('committed')).committed).toEqual([]);
  expect((await control('calls')).total).toBe(0);
  expect((await control('clock')).rate).toBe(5);
  await counter.post('/_sandbox/clock', { rate: 1 });
  await borrower.apply();
  expect(borrower.applicationId).not.toBe(before);
});

test('the control routes give the same ids for the same seed', async () => {
  const first = new Journey(counter);
  await first.apply();
  const other = await Counter.open();
  const second = new Journey(other);
  await second.apply();
  expect(second.applicationId).toBe(first.applicationId);
  await other.close();
});

test('the control routes tell where the window stands without counting', async () => {
  const limited = await Counter.open({ limit: 5 });
  await limited.get('/v1/banks');
  expect((await limited.get('/_sandbox/window')).body).toMatchObject({ limit: 5, remaining: 4 });
  await limited.post('/_sandbox/reset');
  expect((await limited.get('/_sandbox/window')).body).toMatchObject({ remaining: 5 });
  await limited.close();
});

test('the pages describe every row of the contract as OpenAPI', async () => {
  const counter = await Counter.open();
  const { paths, openapi } = (await counter.get('/openapi.json', {})).body;
  expect(openapi).toBe('3.1.0');
  expect(paths['/v1/loans/{applicationId}/offer/accept'].post).toMatchObject({
    operationId: 'acceptOffer',
    'x-evidence': 'specified',
  });
  const upload = paths['/v1/loans/{applicationId}/documents'].post;
  expect(upload.requestBody.content['multipart/form-data'].schema.required).toEqual(['file_tag', 'file']);
  expect((await counter.get('/docs/', {})).status).toBe(200);
  expect((await counter.get('/', {})).status).toBe(302);
  await counter.close();
});
