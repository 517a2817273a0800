import { startSurroundings, type Surroundings } from './surroundings';
import { type } from './terminal';

jest.setTimeout(180_000);

let around: Surroundings;
beforeAll(async () => {
  around = await startSurroundings();
  await around.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = around.address;
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await around.stop();
});

test('budget tells what the window has left, who called, and what waits', async () => {
  await type('payout start examples/payout.json --wait');
  const { code, out } = await type('budget');
  expect(code).toBe(0);
  expect(out).toMatch(/of 1000000 calls left in a window of 900 s, until /);
  expect(out).toMatch(/urgent +createPayout +1/);
  expect(out).toMatch(/service-routine +nothing/);
  const report = JSON.parse((await type('budget --json')).out);
  expect(report).toMatchObject({
    policies: [{ limit: 1_000_000 }],
    waiting: [{ lane: 'service-urgent' }, {}],
  });
});
