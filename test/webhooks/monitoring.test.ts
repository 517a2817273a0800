import { TestEndpoint } from '../support/webhooks/endpoint';
import { payload } from '../support/webhooks/payload';

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

test('a receiver without Temporal is alive and not ready', async () => {
  endpoint.isTemporalThere = false;
  expect([(await ask('/healthz')).status, (await ask('/readyz')).status]).toEqual([200, 503]);
  endpoint.isTemporalThere = true;
  expect((await ask('/readyz')).status).toBe(200);
});
