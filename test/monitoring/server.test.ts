import { Counters, answerTo, MonitoringAddressError, serveMonitoring } from '../../src/monitoring/server';

const ready = { isReady: async () => true, metrics: async () => 'a_metric 1\n' };

test('a program that cannot tell whether it is ready is not', async () => {
  const broken = { ...ready, isReady: () => Promise.reject(new Error('away')) };
  expect(await answerTo('/readyz', broken)).toMatchObject({ status: 503 });
  expect(await answerTo('/healthz', broken)).toMatchObject({ status: 200 });
});

test('metrics that cannot be read are an error without a stack', async () => {
  const server = await serveMonitoring('127.0.0.1:0', {
    ...ready,
    metrics: () => Promise.reject(new Error('s3cret')),
  });
  const reply = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  expect([reply.status, await reply.text()]).toEqual([500, 'the metrics cannot be read\n']);
  server.close();
});

test('an address that is in use is named', async () => {
  const first = await serveMonitoring('127.0.0.1:0', ready);
  const again = serveMonitoring(`127.0.0.1:${first.port}`, ready);
  await expect(again).rejects.toThrow(MonitoringAddressError);
  await expect(again).rejects.toThrow(/EADDRINUSE/);
  first.close();
});

test('counters begin at 0, so that Prometheus sees the first increase', () => {
  const counters = new Counters('deliveries_total', 'Deliveries', ['taken', 'failed']);
  counters.add('taken');
  expect(String(counters)).toBe(
    '# HELP deliveries_total Deliveries\n# TYPE deliveries_total counter\n' +
      'deliveries_total{outcome="taken"} 1\ndeliveries_total{outcome="failed"} 0\n',
  );
});
