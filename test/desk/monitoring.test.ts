import fastify from 'fastify';
import { Events } from '../../src/desk/events';
import { monitoredDesk } from '../../src/desk/server';
import { holdWatch, noteChangesRead } from '../../src/records/projection/watcher-lease';
import type { TemporalClient } from '../../src/temporal/connection';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

/** As far as a desk asks it for its health. */
const temporal = (isThere: boolean) =>
  ({
    connection: {
      withDeadline: (_at: number, ask: () => Promise<unknown>) => ask(),
      workflowService: {
        getSystemInfo: () => (isThere ? Promise.resolve({}) : Promise.reject(new Error('away'))),
      },
    },
  }) as unknown as TemporalClient;

const desk = (isThere = true) => {
  const app = fastify();
  const monitored = monitoredDesk(app, temporal(isThere), new Events(records.pool));
  return { app, monitored };
};

test('a desk is ready while Temporal and the database answer', async () => {
  expect(await desk().monitored.isReady()).toBe(true);
  expect(await desk(false).monitored.isReady()).toBe(false);
  const withoutDatabase = new Events({ query: () => Promise.reject(new Error('away')) } as never);
  const { isReady, metrics } = monitoredDesk(fastify(), temporal(true), withoutDatabase);
  await expect(isReady()).rejects.toThrow('away');
  expect(await metrics()).not.toContain('desk_copy_age_seconds');
});

test('the age of the copy of the cases is infinite until it was complete once', async () => {
  const { monitored } = desk();
  expect(await monitored.metrics()).toContain('desk_copy_age_seconds +Inf\n');
  await holdWatch(records.pool, 'one');
  await noteChangesRead(records.pool, 'one', new Date());
  expect(await monitored.metrics()).toMatch(/^desk_copy_age_seconds \d+(\.\d+)?(e-\d+)?$/m);
});

test('requests are counted by what became of them, those of routes that were there before, too', async () => {
  const app = fastify();
  app.get('/status/:code', ({ params }, reply) =>
    reply.code(Number((params as { code: string }).code)).send(),
  );
  const { metrics } = monitoredDesk(app, temporal(true), new Events(records.pool));
  for (const code of [200, 204, 403, 500]) await app.inject(`/status/${code}`);
  expect(await metrics()).toContain(
    [
      'desk_requests_total{outcome="answered"} 2',
      'desk_requests_total{outcome="refused"} 1',
      'desk_requests_total{outcome="failed"} 1',
    ].join('\n'),
  );
});
