import type { IncomingMessage, ServerResponse } from 'node:http';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/documents/store';
import { readConfig } from '../../src/config/read-config';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { FixedWindow } from '../../sandbox/http/fixed-window';
import { rateHeaders } from '../../sandbox/http/rate-limit';
import { createBankClient } from '../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { connectWorkers, runWorkers } from '../../src/temporal/workers';
import { createWorkers } from '../support/temporal/all-workers';
import { kycStatus } from '../support/bank/client-fixture';
import { serve } from '../support/bank/hand-made-server';

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
function limitedBank() {
  const window = new FixedWindow(LIMIT, WINDOW_SECONDS, () => performance.now());
  const windows: string[][] = [];
  let refused = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (window.snapshot('key').remaining === LIMIT) windows.push([]);
    const snapshot = window.count('key', 'getKycStatus');
    windows.at(-1)?.push(String(request.url));
    if (snapshot.isExceeded) refused += 1;
    const status = snapshot.isExceeded ? 429 : 200;
    response.writeHead(status, rateHeaders(snapshot)).end(JSON.stringify(kycStatusOf(request)));
  };
  return { answer, windows, refused: () => refused };
}

function kycStatusOf({ url = '' }: IncomingMessage) {
  const customer_id = /customers\/([^/]+)/.exec(url)?.[1];
  return { ...kycStatus, data: { ...kycStatus.data, customer_id } };
}

/** How many requests came before one of this kind, on average. */
function meanPlace(requests: readonly string[], kind: 'urgent' | 'routine'): number {
  const places = requests.flatMap((url, place) => (url.includes(kind) ? [place] : []));
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

test('what exceeds a window waits in the queue: nothing is refused, urgent work goes first, and every window is used', async () => {
  const emulated = limitedBank();
  const http = await serve(emulated.answer);
  const limiter = new RateLimiter({ policy: { limit: LIMIT, windowMs: WINDOW_SECONDS * 1_000 } });
  const bank = createBankClient({ baseUrl: http.url, key: 'k', apiKey: 'k', timeoutMs: 5_000, limiter });
  const target = temporalTarget({ address: server.address, encryption: 'off' });
  const [connection, client] = await Promise.all([connectWorkers(target), connectClient(target)]);
  const workers = await createWorkers({
    connection,
    namespace: target.namespace,
    dataConverter: target.dataConverters.forWorkers,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: require.resolve('../support/temporal/bank-workflows'),
      logger: quiet,
    }),
    activities: createActivities({ bank, client, documents: folderStore('.'), authority: { mode: 'open' } }),
    limiter,
    maxCachedWorkflows: 10,
  });
  const result = client.workflow.execute('crowdWorkflow', {
    taskQueue: WORKFLOW_QUEUE,
    workflowId: 'crowd',
    args: [CALLERS],
  });
  await runWorkers(workers, result);
  expect(emulated.refused()).toBe(0);
  const requests = emulated.windows.flat();
  expect(requests).toHaveLength(2 * CALLERS);
  expect(emulated.windows.length).toBeLessThanOrEqual(4);
  expect(meanPlace(requests, 'routine') - meanPlace(requests, 'urgent')).toBeGreaterThan(CALLERS / 2);
  await Promise.all([client.connection.close(), connection.close(), bank.close(), http.close()]);
});
