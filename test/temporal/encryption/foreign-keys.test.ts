import { REAL_TIME } from '../../../src/domain/time/clock';
import { ensureSchedules } from '../../../src/temporal/schedules';
import { testKeys } from '../../support/encryption';
import { Program, type Ended } from '../../support/program';
import { startPayloadEnvironment, type PayloadEnvironment } from '../../support/temporal/payload-environment';

jest.setTimeout(120_000);

let environment: PayloadEnvironment;
beforeAll(async () => {
  environment = await startPayloadEnvironment('on');
});
afterAll(() => environment.stop());

test('a worker with other keys than the workers before it ends at its start, and says which file it needs', async () => {
  const settings = { backfillMinutes: 15, reconcileDays: 1 };
  await ensureSchedules(environment.clientOfWorker, settings, REAL_TIME, () => undefined);
  const foreign = testKeys();
  const worker = new Program('src/worker.ts', [], {
    ...{ TEMPORAL_ADDRESS: environment.address, ENCRYPTION_KEYS: foreign.path },
    ...{ AUTHORITY: 'open', RECORDS: 'off', WORKER_KEEPER: 'off', SERVICE_BASE_URL: 'http://127.0.0.1:9' },
    ...{ SERVICE_KEY: 'key', SERVICE_API_KEY: 'api-key', LOG_LEVEL: 'warn' },
  });
  const started = worker.logged(/schedules cannot be set/).then(() => worker.terminate());
  const { code, err } = await Promise.race<Ended>([worker.ended, started.catch(() => worker.ended)]);
  foreign.remove();
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/^The schedule missed-events, .*cannot be read.*ENCRYPTION_KEYS/m) as string,
  });
  expect(err).not.toMatch(/^ +at /m);
});
