import { TestEndpoint } from '../support/webhooks/endpoint';
import { signatureIn, signatureOf } from '../../src/webhooks/authentication';
import { payload, SECRET } from '../support/webhooks/payload';

const BODY = Buffer.from('{}');

const endpoint = new TestEndpoint();
beforeAll(() => endpoint.start());
afterAll(endpoint.stop);

const ask = (path: string) => fetch(endpoint.url + path);

test('the receiver counts deliveries by what became of them', async () => {
  await endpoint.deliver(payload());
  await endpoint.post('{}');
  endpoint.isTemporalThere = false;
  await endpoint.deliver(payload());
  const text = await (await ask('/metrics')).text();
  for (const outcome of ['taken', 'refused', 'failed'])
    expect(text).toContain(`webhook_deliveries_total{outcome="${outcome}"} 1\n`);
});

test('the receiver counts deliveries by the secret that they are signed with', async () => {
  const fresh = new TestEndpoint({ secret: 'the secret that comes next', otherSecret: SECRET });
  await fresh.start();
  await fresh.deliver(payload());
  await fresh.post('{}', { 'x-service-signature': signatureOf(BODY, 'the secret that comes next') });
  const text = await (await fetch(`${fresh.url}/metrics`)).text();
  await fresh.stop();
  for (const [signature, count] of Object.entries({ current: 1, other: 1, missing: 0, different: 0 }))
    expect(text).toContain(`webhook_signatures_total{outcome="${signature}"} ${count}\n`);
});

test('a receiver without Temporal is alive and not ready', async () => {
  endpoint.isTemporalThere = false;
  expect([(await ask('/healthz')).status, (await ask('/readyz')).status]).toEqual([200, 503]);
  endpoint.isTemporalThere = true;
  expect((await ask('/readyz')).status).toBe(200);
});

test('of deliveries that are refused for their signature the log has one line a minute, with the cause and nothing of the sender', async () => {
  const fresh = new TestEndpoint();
  await fresh.start();
  const signature = 'a'.repeat(64);
  await fresh.post('{"name":"Ada"}', { 'x-bank-hmac': signature, [`x-signature-${'z'.repeat(60)}`]: 'z' });
  await fresh.post('{"name":"Ada"}', { 'x-service-signature': signature });
  await fresh.stop();
  expect(fresh.warnings).toEqual([
    'A delivery was refused with 401: it has no header x-service-signature, and has x-bank-hmac: see WEBHOOK_SIGNATURE_HEADER',
  ]);
});

test.each([
  [
    'another secret',
    signatureOf(BODY, 'another-secret'),
    'was not made with WEBHOOK_SECRET over these bytes',
  ],
  ['another encoding', signatureOf(BODY, SECRET, 'base64'), 'is in base64: set WEBHOOK_SIGNATURE_ENCODING'],
])('a signature by %s is refused for that cause', (_what, signature, why) => {
  expect(signatureIn(BODY, { 'x-service-signature': signature }, { secret: SECRET })).toEqual({
    signature: 'different',
    fault: `its x-service-signature ${why}`,
  });
});
