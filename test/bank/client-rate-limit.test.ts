import { Connection } from '../../src/bank/client';
import { RateLimitedError } from '../../src/bank/errors';
import { RateLimiter } from 'fixed-window-limiter';
import { always } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus } from '../support/bank/client-fixture';

const { against, clientOf, opening } = fixture();
const ask = { customerId: 'c-1' };
const steady = (limit: number) => new RateLimiter({ policy: { limit, windowMs: 900_000 }, random: () => 0 });

test.each<[string, Record<string, string>, number]>([
  ['Retry-After', { 'retry-after': '20', 'ratelimit-reset': '300' }, 21],
  ['the reset', { 'ratelimit-reset': '300' }, 301],
  ['the merged header', { ratelimit: 'limit=100, remaining=0, reset=40' }, 41],
  ['the later merged header', { ratelimit: '"default";r=0;t=50' }, 51],
  ['nothing usable', { 'retry-after': 'soon', 'ratelimit-reset': '-1' }, 902],
])('a 429 is told apart, with the wait by %s', async (_, headers, seconds) => {
  const { client } = await against(always(429, '', headers), { limiter: steady(100) });
  const error = (await errorOf(client.getKycStatus(ask))) as RateLimitedError;
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(error.refusedBy).toBe('bank');
  expect(Math.round(error.retryAfterMs / 1_000)).toBe(seconds);
});

test('after a 429 nothing is sent until the bank says', async () => {
  const { client, server } = await against(always(429, '', { 'retry-after': '20' }));
  await errorOf(client.getKycStatus(ask));
  expect(await errorOf(client.getKycStatus(ask))).toMatchObject({ refusedBy: 'rate limiter' });
  expect(server.requests).toHaveLength(1);
});

test('a used-up window is not called against', async () => {
  const { client, server } = await against(always(200, kycStatus), { limiter: steady(3) });
  for (let call = 0; call < 3; call++) await client.getKycStatus(ask);
  expect(await errorOf(client.getKycStatus(ask))).toMatchObject({ refusedBy: 'rate limiter' });
  expect(server.requests).toHaveLength(3);
});

test('requests under way count', async () => {
  const { client } = await against(always(200, kycStatus), { limiter: steady(3) });
  await client.getKycStatus(ask);
  const calls = await Promise.allSettled([1, 2, 3].map(() => client.getKycStatus(ask)));
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('an input that was never sent costs nothing, nor does a refused connection', async () => {
  const limiter = steady(2);
  const { client, server } = await against(always(200, kycStatus), { limiter });
  await client.getKycStatus(ask);
  await errorOf(client.getKycStatus({ customerId: '' }));
  const gone = await opening(
    Promise.resolve({ url: 'http://127.0.0.1:1', requests: [], close: async () => {} }),
  );
  await errorOf(clientOf(gone.url, { limiter }).getKycStatus(ask));
  await client.getKycStatus(ask);
  expect(server.requests).toHaveLength(2);
});

test('a call that ends in a way that nobody foresaw is not waited for without end', async () => {
  const limiter = steady(2);
  const { client } = await against(always(200, kycStatus), { limiter });
  const unforeseen = jest.spyOn(Connection.prototype as unknown as { send: () => Promise<unknown> }, 'send');
  unforeseen.mockRejectedValueOnce(new TypeError('unforeseen'));
  await errorOf(client.getKycStatus(ask));
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0 });
  await client.getKycStatus(ask);
});
