import { Counter, KEYS, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';
import type { SandboxSettings } from '../../../sandbox/settings';

let counter: Counter;
const open = async (readings: SandboxSettings['readings'], more: SandboxSettings = {}) => {
  counter = await Counter.open({ readings, ...more });
};
const banks = (headers: object = KEYS) => counter.get('/v1/banks', headers);
const isHtml = ({ body }: { body: unknown }) => typeof body === 'string' && body.startsWith('<html>');
afterEach(() => counter.close());

test('the rate limit may be told in one combined header', async () => {
  await open({ rateLimitHeaders: 'combined' }, { limit: 2 });
  const { headers } = await banks();
  expect(headers).toMatchObject({
    'ratelimit-policy': '2;w=900',
    ratelimit: 'limit=2, remaining=1, reset=900',
  });
  expect(headers).not.toHaveProperty('ratelimit-limit');
  await banks();
  expect((await banks()).headers['retry-after']).toBe('900');
});

test('the rate limit may refuse without a word in the headers', async () => {
  await open({ rateLimitHeaders: 'none' }, { limit: 1 });
  await banks();
  const refused = await banks();
  const told = Object.keys(refused.headers).filter((name) => /ratelimit|retry/.test(name));
  expect([refused.status, told]).toEqual([429, []]);
});

test('the rate limit may say as a date when to come again', async () => {
  await open({ rateLimitHeaders: 'retry-date' }, { limit: 1 });
  await banks();
  counter.time.pass(300);
  expect((await banks()).headers).toMatchObject({
    'retry-after': 'Fri, 31 Jan 2025 09:15:00 GMT',
    'ratelimit-reset': '600',
  });
});

test('the rate limit may count by address, so that every key shares one window', async () => {
  await open({ rateLimitHeaders: 'per-address' }, { limit: 2 });
  await banks();
  await banks({ 'x-service-key': 'guess', apikey: 'guess' });
  expect((await banks()).status).toBe(429);
  expect((await counter.get('/_sandbox/window', {})).body).toMatchObject({ limit: 2, remaining: 0 });
});

test('without a limit the control route names none', async () => {
  await open({}, { limit: 0 });
  expect((await counter.get('/_sandbox/window', {})).body).toEqual({ limit: null });
});

test('a gateway refuses the eleventh call in ten seconds, and tells its own wait alone', async () => {
  await open({ burstLimit: 'gateway' }, { limit: 100 });
  for (let call = 0; call < 10; call++) expect((await banks()).status).toBe(200);
  counter.time.pass(4);
  const refused = await banks();
  expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
    429,
    'Too Many Requests',
    '6',
  ]);
  expect(refused.headers).not.toHaveProperty('ratelimit-reset');
});

test('what a gateway refuses counts in no window of the bank, and passes once the ten seconds are over', async () => {
  await open({ burstLimit: 'gateway' }, { limit: 100 });
  for (let call = 0; call < 15; call++) await banks();
  counter.time.pass(10);
  const { status, headers } = await banks();
  expect([status, headers['ratelimit-remaining']]).toEqual([200, '89']);
});

test('the first reply of every read may be a page of HTML, while writes are answered', async () => {
  await open({ unreadableReply: 'once' });
  const merchant = new Merchant(counter);
  expect((await merchant.pay()).body.status).toBe('success');
  const first = await banks();
  expect([first.status, isHtml(first)]).toEqual([200, true]);
  expect(isHtml(await banks())).toBe(false);
  expect(isHtml(await counter.get(`/v1/accounts/${MERCHANT}`))).toBe(true);
  expect(await merchant.balance()).toBeLessThan(100_000_000_000);
});

test('reads may be pages of HTML for three minutes from the first one on', async () => {
  await open({ unreadableReply: 'minutes' });
  await banks();
  counter.time.pass(179);
  expect(isHtml(await banks())).toBe(true);
  counter.time.pass(1);
  expect(isHtml(await banks())).toBe(false);
});

test('the status of a payout may never be readable, while everything else is', async () => {
  await open({ unreadableReply: 'always' });
  await new Merchant(counter).pay();
  for (let read = 0; read < 3; read++) {
    expect(isHtml(await counter.get('/v1/payouts/status/PO-1'))).toBe(true);
    counter.time.pass(3600);
  }
  expect(isHtml(await banks())).toBe(false);
});
