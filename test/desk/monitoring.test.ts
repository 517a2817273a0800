import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { Events } from '../../src/desk/events';
import { monitoredDesk } from '../../src/desk/server';
import { holdWatch, noteChangesRead } from '../../src/records/projection/watcher-lease';
import type { TemporalClient } from '../../src/temporal/connection';
import { append } from '../../src/records/audit/append';
import { ExportFile, signHeads } from '../../src/records/checkpoints/signer';
import { signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import { entry, newSignerKey, testRecords, type TestRecords } from '../support/records/database';

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
  const monitored = monitoredDesk(app, temporal(isThere), new Events(records.pool), records);
  return { app, monitored };
};

test('a desk is ready while Temporal and the database answer', async () => {
  expect(await desk().monitored.isReady()).toBe(true);
  expect(await desk(false).monitored.isReady()).toBe(false);
  const withoutDatabase = new Events({ query: () => Promise.reject(new Error('away')) } as never);
  const { isReady, metrics } = monitoredDesk(fastify(), temporal(true), withoutDatabase, records);
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
  const { metrics } = monitoredDesk(app, temporal(true), new Events(records.pool), records);
  for (const code of [200, 204, 403, 500]) await app.inject(`/status/${code}`);
  expect(await metrics()).toContain(
    [
      'desk_requests_total{outcome="answered"} 2',
      'desk_requests_total{outcome="refused"} 1',
      'desk_requests_total{outcome="failed"} 1',
    ].join('\n'),
  );
});

test('the age of the oldest entry of the audit that waits for the signer is a metric', async () => {
  const verifying = { keys: records.publicKeys, signer: records.signer };
  const audit = { pool: records.pool, verifying };
  const { metrics } = monitoredDesk(fastify(), temporal(true), new Events(records.pool), audit);
  const seconds = async () => Number(/^audit_unsigned_seconds (\d+)/m.exec(await metrics())?.[1]);
  expect(await seconds()).toBe(0);
  const write = (number: number) => {
    const at = new Date(Date.now() - 600_000).toISOString();
    return append(records.pool, records.keys, { caseId: 'payout:1', entries: [entry(number, { at })] });
  };
  await write(1);
  expect(await seconds()).toBeGreaterThanOrEqual(600);
  const file = join(await mkdtemp(join(tmpdir(), 'export-')), 'heads');
  await signHeads(records.pool, records.signer, await ExportFile.open(file));
  expect(await seconds()).toBe(0);
  verifying.signer = await signerKeyIn(newSignerKey(), 'other.jwk');
  expect(await seconds()).toBeGreaterThanOrEqual(600);
});
