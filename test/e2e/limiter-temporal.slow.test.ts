import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { Client } from '@temporalio/client';
import { createWorkers } from '../../packages/fixed-window-limiter/examples/temporal-worker';
import { FixedWindow } from '../../sandbox/http/fixed-window';
import { rateHeaders } from '../../sandbox/http/rate-limit';
import { readConfig } from '../../src/config/read-config';
import { runWorkers } from '../../src/temporal/workers';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { serve } from '../support/bank/hand-made-server';
import { connectTo } from '../support/temporal/servers';

const LIMIT = 20;
const WINDOW_SECONDS = 5;
const PAGES = 30;

let server: DevServer;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
});
afterAll(() => server.stop());

test('the Temporal worker of the limiter’s example fetches every page without a refusal', async () => {
  const window = new FixedWindow(LIMIT, WINDOW_SECONDS, () => performance.now());
  const http = await serve((_, response) => {
    const snapshot = window.count('key', 'get');
    response.writeHead(snapshot.isExceeded ? 429 : 200, rateHeaders(snapshot)).end('page');
  });
  const { address } = server;
  const [forWorkers, connection] = await Promise.all([
    NativeConnection.connect({ address }),
    connectTo(address),
  ]);
  const policy = { limit: LIMIT, windowMs: WINDOW_SECONDS * 1_000 };
  const workers = [
    ...(await createWorkers(forWorkers, policy)),
    await Worker.create({
      connection: forWorkers,
      taskQueue: 'workflows',
      workflowsPath: require.resolve('../support/temporal/limiter-workflow'),
    }),
  ];
  const fetched = new Client({ connection }).workflow.execute('fetchWorkflow', {
    taskQueue: 'workflows',
    workflowId: 'fetch',
    args: [http.url, PAGES],
  });
  await runWorkers(workers, fetched);
  expect(window.history.flatMap(({ refused }) => Object.values(refused))).toEqual([]);
  expect(new Set(http.requests).size).toBe(2 * PAGES);
  await Promise.all([forWorkers.close(), connection.close(), http.close()]);
});
