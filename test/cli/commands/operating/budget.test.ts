import { startTestEnvironment, type TestEnvironment } from '../../../support/cli/environment';
import { type } from '../../../support/cli/terminal';

jest.setTimeout(180_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await environment.stop();
});

test('budget tells what the window has left, who called, and what waits', async () => {
  await type('payout start examples/payout.json --wait');
  const { code, out } = await type('budget');
  expect(code).toBe(0);
  expect(out).toMatch(/of 1000000 calls left in a window of 900 s, until /);
  expect(out).toMatch(/urgent +createPayout +1/);
  expect(out).toMatch(/bank-routine +nothing/);
  const report = JSON.parse((await type('budget --json')).out);
  expect(report).toMatchObject({
    policies: [{ limit: 1_000_000 }],
    waiting: [{ queue: 'bank-urgent' }, {}],
  });
});
