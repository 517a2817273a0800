import { Counter, KEYS } from '../../support/sandbox/counter';

let counter: Counter;
const open = async (settings: object) => (counter = await Counter.open(settings));
const banks = (headers: object = KEYS) => counter.get('/v1/banks', headers);
afterEach(() => counter.close());

test('the rate limit tells the policy and what is left with every reply', async () => {
  await open({ limit: 100 });
  const { headers } = await banks();
  expect(headers).toMatchObject({
    'ratelimit-policy': '100;w=900',
    'ratelimit-limit': '100',
    'ratelimit-remaining': '99',
    'ratelimit-reset': '900',
  });
  expect(headers).not.toHaveProperty('retry-after');
});

test('the rate limit refuses the call after the last one with 429 and Retry-After', async () => {
  await open({ limit: 2 });
  await banks();
  await banks();
  counter.time.pass(600);
  const refused = await banks();
  expect(refused.status).toBe(429);
  expect(refused.body.status).toBe('failed');
  expect(refused.headers).toMatchObject({
    'retry-after': '300',
    'ratelimit-reset': '300',
    'ratelimit-remaining': '0',
  });
});

test('the rate limit opens a new window with the first call after the last one ended, not before', async () => {
  await open({ limit: 2 });
  await banks();
  counter.time.pass(5000);
  expect((await banks()).headers['ratelimit-reset']).toBe('900');
  counter.time.pass(899);
  expect((await banks()).headers).toMatchObject({ 'ratelimit-remaining': '0', 'ratelimit-reset': '1' });
  counter.time.pass(1);
  expect((await banks()).headers).toMatchObject({ 'ratelimit-remaining': '1', 'ratelimit-reset': '900' });
});

test('the rate limit runs on real time, whatever the business clock does', async () => {
  await open({ limit: 1 });
  await banks();
  await counter.post('/_sandbox/clock', { rate: 1000, advanceSeconds: 86_400 });
  expect((await banks()).status).toBe(429);
});

test('the rate limit counts refused calls, unknown routes and bad requests', async () => {
  await open({ limit: 3 });
  await counter.post('/v1/customers', {});
  await counter.get('/v1/nothing');
  expect((await banks()).headers['ratelimit-remaining']).toBe('0');
  expect((await banks()).status).toBe(429);
});

test('the rate limit keeps a window for each key; calls without a known one share another', async () => {
  await open({ limit: 1 });
  await banks({});
  expect((await banks({ 'x-service-key': 'guess', apikey: 'guess' })).status).toBe(429);
  expect((await banks()).status).toBe(200);
});

test('the rate limit remembers its windows, with what was refused in each', async () => {
  await open({ limit: 2 });
  for (let call = 0; call < 3; call++) await banks();
  counter.time.pass(900);
  await banks();
  expect(counter.sandbox.window.history).toMatchObject([
    { used: 3, refused: { listBanks: 1 } },
    { used: 1, refused: {} },
  ]);
  const [first, second] = (await counter.get('/_sandbox/windows')).body.windows;
  expect(second.openedAtMs - first.openedAtMs).toBe(900_000);
});

test('the rate limit counts neither control routes nor pages', async () => {
  await open({ limit: 1 });
  await counter.get('/_sandbox/state');
  await counter.get('/');
  await counter.get('/openapi.json');
  expect((await banks()).status).toBe(200);
});

test('the rate limit is off at 0, headers and all', async () => {
  await open({ limit: 0 });
  const { headers } = await banks();
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});
