import type { IncomingMessage, ServerResponse } from 'node:http';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/document-store';
import { readConfig } from '../../src/config';
import { WORKFLOW_QUEUE } from '../../src/domain/task-queues';
import { rateHeaders, RateWindow } from '../../src/sandbox/http/rate-window';
import { createClient } from '../../src/service/client';
import { RequestBudget } from '../../src/service/request-budget';
import { connectClient, connectWorkers, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { createWorkers, runWorkers } from '../../src/worker';
import { kycStatus } from '../service/client-fixture';
import { serve } from '../service/hand-made-server';

const quiet = new DefaultLogger('ERROR');
const LIMIT = 30;
const CALLERS = 40;
const WINDOW_SECONDS = 10;

let server: DevServer;
beforeAll(async () => {
  Runtime.install({ logger: quiet });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
});
afterAll(() => server.stop());

/** A service with a fixed window, which notes in which window a request came and how many it refused. */
function limitedService() {
  const window = new RateWindow(LIMIT, WINDOW_SECONDS, () => performance.now());
  const windows: string[][] = [];
  let refused = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (window.standing('key').remaining === LIMIT) windows.push([]);
    const standing = window.count('key', 'getKycStatus');
    windows.at(-1)?.push(String(request.url));
    if (standing.isExceeded) refused += 1;
    response.writeHead(standing.isExceeded ? 429 : 200, rateHeaders(standing)).end(JSON.stringify(kycStatus));
  };
  return { answer, windows, refused: () => refused };
}

/** How many requests came before one of this kind, on average. */
function meanPlace(requests: readonly string[], kind: 'urgent' | 'routine'): number {
  const places = requests.flatMap((url, place) => (url.includes(kind) ? [place] : []));
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

test('what exceeds a window waits in the queue: nothing is refused, urgent work goes first, and every window is used', async () => {
  const bank = limitedService();
  const http = await serve(bank.answer);
  const budget = new RequestBudget({ limit: LIMIT, windowMs: WINDOW_SECONDS * 1_000 });
  const service = createClient({ baseUrl: http.url, key: 'k', apiKey: 'k', timeoutMs: 5_000, budget });
  const target = temporalTarget({ address: server.address });
  const [connection, client] = await Promise.all([connectWorkers(target), connectClient(target)]);
  const workers = await createWorkers({
    connection,
    namespace: target.namespace,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: require.resolve('./crowd-workflow'),
      logger: quiet,
    }),
    activities: createActivities({ service, client, documents: folderStore('.') }),
    budget,
    maxCachedWorkflows: 10,
  });
  const result = client.workflow.execute('crowdWorkflow', {
    taskQueue: WORKFLOW_QUEUE,
    workflowId: 'crowd',
    args: [CALLERS],
  });
  await runWorkers(workers, result);
  expect(bank.refused()).toBe(0);
  const requests = bank.windows.flat();
  expect(requests).toHaveLength(2 * CALLERS);
  expect(bank.windows.length).toBeLessThanOrEqual(4);
  expect(meanPlace(requests, 'routine') - meanPlace(requests, 'urgent')).toBeGreaterThan(CALLERS / 2);
  await Promise.all([client.connection.close(), connection.close(), service.close(), http.close()]);
});
