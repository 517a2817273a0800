import { ConfigError, readConfig } from '../../src/config/read-config';
import { signatureOf, type Authentication } from '../../src/webhooks/authentication';
import { TestEndpoint } from '../support/webhooks/endpoint';
import { payload, SECRET, signed } from '../support/webhooks/payload';

const HEADER = 'x-service-signature';
const right = signed(payload()).headers[HEADER];

/** An endpoint for one test. */
async function withEndpoint(
  authentication: Authentication | undefined,
  act: (endpoint: TestEndpoint) => Promise<void>,
) {
  const endpoint = new TestEndpoint(authentication);
  await endpoint.start();
  await act(endpoint).finally(endpoint.stop);
}

test.each([
  ['no signature', {}],
  ['an empty one', { [HEADER]: '' }],
  ['a made-up one', { [HEADER]: 'a'.repeat(64) }],
  ['the signature of another body', signed(payload({ amount: 1 })).headers],
  ['the right one in capitals', { [HEADER]: right.toUpperCase() }],
  ['two', { [HEADER]: `${right}, aaaa` }],
])('a delivery that has %s is refused, in the same words', async (_what, headers) => {
  await withEndpoint(undefined, async (endpoint) => {
    expect(await endpoint.post(JSON.stringify(payload()), headers)).toEqual({
      status: 401,
      body: { status: 'failed', message: 'the signature is missing or wrong' },
    });
    expect(endpoint.ingested).toEqual([]);
  });
});

test('a body that was spaced out after it was signed is refused', async () => {
  await withEndpoint(undefined, async (endpoint) => {
    const { headers } = signed(payload());
    expect((await endpoint.post(JSON.stringify(payload(), null, 1), headers)).status).toBe(401);
  });
});

test('a signature is taken from the header and in the encoding of the settings', async () => {
  const settings = { secret: SECRET, header: 'x-bank-hmac', encoding: 'base64' } as const;
  await withEndpoint(settings, async (endpoint) => {
    const body = Buffer.from(JSON.stringify(payload()));
    const signature = signatureOf(body, SECRET, 'base64');
    expect((await endpoint.post(body, { 'x-bank-hmac': signature })).status).toBe(200);
    expect((await endpoint.post(body, { [HEADER]: signature })).status).toBe(401);
  });
});

test('an unsigned feed is taken where the settings say so', async () => {
  await withEndpoint('unsigned', async (endpoint) => {
    expect((await endpoint.post(JSON.stringify(payload()))).status).toBe(200);
    expect(endpoint.ingested).toHaveLength(1);
  });
});

test('while one secret takes the place of another, deliveries signed with either are taken', async () => {
  const next = 'the secret that comes after the one of these tests';
  await withEndpoint({ secret: next, otherSecret: SECRET }, async (endpoint) => {
    const body = Buffer.from(JSON.stringify(payload()));
    for (const secret of [next, SECRET])
      expect((await endpoint.post(body, { [HEADER]: signatureOf(body, secret) })).status).toBe(200);
    const forged = signatureOf(body, 'a secret that was never valid for this endpoint');
    expect((await endpoint.post(body, { [HEADER]: forged })).status).toBe(401);
  });
  await withEndpoint({ secret: next }, async (endpoint) => {
    expect((await endpoint.deliver(payload())).status).toBe(401);
  });
});

const [LONG, OTHER] = ['s'.repeat(32), 't'.repeat(32)];

test('the settings of signatures come from the environment', () => {
  const { webhooks } = readConfig(['webhooks'], {
    WEBHOOK_SECRET: LONG,
    WEBHOOK_SECRET_OTHER: OTHER,
    WEBHOOK_SIGNATURE_HEADER: 'X-Bank-Hmac',
    WEBHOOK_SIGNATURE_ENCODING: 'base64',
  });
  expect(webhooks.authentication).toEqual({
    secret: LONG,
    otherSecret: OTHER,
    header: 'x-bank-hmac',
    encoding: 'base64',
  });
  expect(readConfig(['webhooks'], { WEBHOOK_UNSIGNED: 'true' }).webhooks.authentication).toBe('unsigned');
});

test.each([
  [{}, 'WEBHOOK_SECRET is missing'],
  [{ WEBHOOK_SECRET: 's'.repeat(31) }, 'WEBHOOK_SECRET must have at least 32 characters'],
  [
    { WEBHOOK_SECRET: LONG, WEBHOOK_SECRET_OTHER: 's' },
    'WEBHOOK_SECRET_OTHER must have at least 32 characters',
  ],
  [{ WEBHOOK_UNSIGNED: 'yes' }, 'WEBHOOK_UNSIGNED must be true or false'],
  [
    { WEBHOOK_UNSIGNED: 'true', WEBHOOK_SECRET: LONG },
    'WEBHOOK_SECRET and WEBHOOK_UNSIGNED exclude each other',
  ],
])('the endpoint does not start with the settings %j', (env, problem) => {
  expect(() => readConfig(['webhooks'], env)).toThrow(ConfigError);
  expect(() => readConfig(['webhooks'], env)).toThrow(problem);
});
