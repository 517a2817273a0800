import { BankUnavailableError, NotAuthorisedError } from '../../src/bank/errors';
import { RateLimiter } from 'fixed-window-limiter';
import { OBSERVED_POLICY } from '../../src/bank/client';
import { always, serve } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout } from '../support/bank/client-fixture';

const { clientOf, opening } = fixture();
const ask = { customerId: 'c-1' };

/** A bank that can be turned off and on, and a client whose clock the test moves. */
async function switchable(down: Parameters<typeof always>[0] | 'no answer' = 503) {
  const bank = { isDown: true, meanwhile: (): unknown => undefined };
  const clock = { nowMs: 0 };
  const server = await opening(
    serve((request, response) => {
      bank.meanwhile();
      if (!bank.isDown) always(200, kycStatus)(request, response);
      else if (down === 'no answer') request.socket.destroy();
      else always(down)(request, response);
    }),
  );
  const limiter = new RateLimiter({ policy: OBSERVED_POLICY, now: () => clock.nowMs, random: () => 0 });
  return { bank, clock, server, limiter, client: clientOf(server.url, { limiter }) };
}

/** Calls until the breaker opens. */
async function untilDown({ client, clock }: Awaited<ReturnType<typeof switchable>>): Promise<void> {
  for (let call = 0; call < 5; call++) {
    await errorOf(client.getKycStatus(ask));
    clock.nowMs += 1;
  }
}

test.each([[503], [500], [401], ['no answer']] as const)(
  'after five calls that end in %s a call fails at once, with the time of the next attempt',
  async (down) => {
    const environment = await switchable(down);
    await untilDown(environment);
    const error = await errorOf(environment.client.getKycStatus(ask));
    expect(error).toBeInstanceOf(down === 401 ? NotAuthorisedError : BankUnavailableError);
    expect(error).toMatchObject({ nextAttemptInMs: expect.any(Number) });
    expect(environment.server.requests).toHaveLength(5);
  },
);

test.each([[400], [403], [404], [422]] as const)('refusals with %s are no outage', async (status) => {
  const environment = await switchable(status);
  await untilDown(environment);
  expect(environment.limiter.breaker.outage).toBeUndefined();
});

test('in an outage a write is not what tries the bank: it stays unsent', async () => {
  const environment = await switchable();
  const { client, clock, server } = environment;
  await untilDown(environment);
  for (let attempt = 0; attempt < 10; attempt++) {
    clock.nowMs += 40_000;
    expect(await errorOf(client.createPayout(payout))).toBeInstanceOf(BankUnavailableError);
  }
  expect(server.requests).toHaveLength(15);
  expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('in an outage no write goes out after a read that met silence for the whole pause', async () => {
  const environment = await switchable();
  const { bank, client, clock, server } = environment;
  await untilDown(environment);
  bank.meanwhile = () => (clock.nowMs += 60_000);
  for (let attempt = 0; attempt < 3; attempt++) {
    clock.nowMs += 40_000;
    expect(await errorOf(client.createPayout(payout))).toBeInstanceOf(BankUnavailableError);
  }
  expect(server.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('the write that finds the bank back goes out at once', async () => {
  const environment = await switchable();
  const { bank, client, clock, server } = environment;
  await untilDown(environment);
  bank.isDown = false;
  clock.nowMs += 2_000;
  await client.createPayout(payout).catch(() => undefined);
  expect(server.requests.slice(-2)).toEqual([expect.stringMatching(/^GET/), 'POST /v1/payouts']);
});

test('a call that its caller gave up says nothing of the bank', async () => {
  const { client, limiter } = await switchable();
  for (let call = 0; call < 8; call++)
    await errorOf(client.getKycStatus(ask, { signal: AbortSignal.abort() }));
  expect(limiter.breaker.outage).toBeUndefined();
});
