import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REAL_TIME } from '../../src/domain/time/clock';
import { ensureSchedules } from '../../src/temporal/schedules';
import { base, install, removeAll } from '../support/cli/installing';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
});
afterAll(async () => {
  await environment.stop();
  removeAll();
});

test('beside the workers of another installation no second set of keys is made, as in a folder with a mistyped name', async () => {
  const temporal = { address: environment.address, namespace: 'default' };
  const [right, mistyped] = [join(base, 'installation'), join(base, 'instalation')];
  expect((await install({ temporal }, right)).err).toContain(`a new installation in ${right}.`);
  const every = { backfillMinutes: 15, reconcileDays: 0 };
  await ensureSchedules(environment.client, every, REAL_TIME, () => undefined);
  expect(await install({ temporal }, mistyped)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /another installation use the namespace default.*schedule delete --address \S+ --namespace default --schedule-id missed-events/,
    ),
  });
  expect(existsSync(mistyped)).toBe(false);
  expect((await install({ temporal }, right)).findings).toContainEqual(
    expect.objectContaining({ what: 'Keys', found: 'all were there' }),
  );
});
