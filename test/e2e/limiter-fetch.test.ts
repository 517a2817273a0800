import { createSandbox } from '../../sandbox/app';
import { limitedFetch } from '../../packages/fixed-window-limiter/examples/fetch-loop';

const WINDOW_MS = 900_000;
const REQUESTS = 1_000;

/** Time stands still but for the waits of the example. */
const time = { nowMs: 0 };
jest.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    time.nowMs += ms;
  },
}));
beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => time.nowMs));
afterEach(() => jest.restoreAllMocks());

test('of a thousand requests of the limiter’s example, at 100 per 900 s, none is refused, and every window is used up', async () => {
  const now = () => time.nowMs;
  const sandbox = await createSandbox(
    { limit: 100, windowSeconds: 900 },
    { realNow: now, monotonicNow: now },
  );
  const { serviceKey, apiKey } = sandbox.settings;
  const url = `${await sandbox.listen({ port: 0 })}/v1/banks`;
  const statuses = new Set<number>();
  for (let sent = 0; sent < REQUESTS; sent++) {
    const reply = await limitedFetch(url, { headers: { 'x-service-key': serviceKey, apikey: apiKey } });
    statuses.add(reply.status);
    await reply.text();
  }
  expect([...statuses]).toEqual([200]);
  expect(sandbox.window.history.map(({ used, refused }) => [used, refused])).toEqual(
    Array(REQUESTS / 100).fill([100, {}]),
  );
  expect(time.nowMs).toBeLessThan((REQUESTS / 100) * WINDOW_MS);
  await sandbox.close();
});
