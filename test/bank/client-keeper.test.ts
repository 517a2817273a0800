import { BankUnavailableError, RateLimitedError } from '../../src/bank/errors';
import { RateLimiter } from 'fixed-window-limiter';
import { always } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout } from '../support/bank/client-fixture';

const { against } = fixture();
const policy = { limit: 1e6, windowMs: 900_000 };

/** A client whose right to call ends after it was asked so often. */
const allowedFor = async (askings: number) => {
  let asked = 0;
  const limiter = new RateLimiter({ policy, mayCall: () => (asked += 1) <= askings });
  return { ...(await against(always(200, kycStatus), { limiter })), limiter, asked: () => asked };
};

test('a client that may not call the bank sends nothing, and says when to ask again', async () => {
  const { client, server } = await allowedFor(0);
  expect(await errorOf(client.createPayout(payout))).toBeInstanceOf(RateLimitedError);
  expect(server.requests).toHaveLength(0);
});

test('a client asks once more right before the first byte: what it may no longer send then counts as not sent', async () => {
  const { client, server, limiter, asked } = await allowedFor(1);
  const error = await errorOf(client.createPayout(payout));
  expect(error).toBeInstanceOf(BankUnavailableError);
  expect(String(error)).toMatch(/nothing was sent \(another worker calls the bank\)/);
  expect(asked()).toBeGreaterThan(1);
  expect(server.requests).toHaveLength(0);
  expect(limiter.breaker.outage).toBeUndefined();
  expect(limiter.snapshot()).toMatchObject({ inFlight: 0, remaining: policy.limit });
});
