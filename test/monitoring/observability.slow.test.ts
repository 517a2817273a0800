import { orderOf } from '../../bench/payouts';
import { startCase } from '../../src/cases/start';
import { payoutInput } from '../../src/domain/payout/input';
import { metricNames } from '../support/monitoring/observability-files';
import { startWatchedWorker } from '../support/monitoring/watched-worker';
import { kinds } from '../../src/domain/kinds';

/** The metrics of desks and receivers, which their own tests look at. */
const OF_OTHERS = ['audit_unsigned_seconds', 'webhook_deliveries_total'];

let watched: Awaited<ReturnType<typeof startWatchedWorker>>;
beforeAll(async () => {
  watched = await startWatchedWorker();
});
afterAll(() => watched.stop());

const metrics = async () => (await watched.ask('/metrics')).text();

async function until(isSo: (text: string) => boolean): Promise<void> {
  while (!isSo(await metrics())) await new Promise((resolve) => setTimeout(resolve, 200));
}

const outageSeconds = (text: string) => Number(/^bank_outage_seconds (\d+)/m.exec(text)?.[1] ?? 0);

test('a worker is ready once it works', async () => {
  await watched.until('/readyz', 200);
  expect((await watched.ask('/healthz')).status).toBe(200);
  expect((await watched.ask('/secrets')).status).toBe(404);
});

test('a worker shows an outage of the bank while it lasts', async () => {
  const { faults } = watched.sandbox.state;
  faults.plant({ kind: 'error-before', status: 503, probability: 1 });
  const { workflowId } = await startCase(
    watched.client,
    kinds.payout,
    payoutInput.parse({ reference: 'M-1', ...orderOf(1) }),
  );
  await until((text) => outageSeconds(text) > 0);
  faults.remove();
  await watched.client.workflow.getHandle(workflowId).result();
  await until((text) => outageSeconds(text) === 0);
});

test('a worker that has paid shows every metric that alerts and dashboard name', async () => {
  await until((text) => text.includes('cases_need_attention'));
  const text = await metrics();
  const missing = metricNames().filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(text));
  expect(missing).toEqual(OF_OTHERS);
});

test('a worker without Temporal is alive and not ready', async () => {
  await watched.stopTemporal();
  await watched.until('/readyz', 503);
  expect((await watched.ask('/healthz')).status).toBe(200);
});
