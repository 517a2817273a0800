import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/documents/store';
import { readConfig } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { createBankClient, OBSERVED_POLICY } from '../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { freePort } from '../../src/temporal/ports';
import { connectWorkers, runWorkers } from '../../src/temporal/workers';
import { createWorkers } from '../support/temporal/all-workers';
import { kycStatus } from '../support/bank/client-fixture';
import { always, serve } from '../support/bank/hand-made-server';

const quiet = new DefaultLogger('ERROR');

let server: DevServer;
beforeAll(async () => {
  Runtime.install({ logger: quiet });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
});
afterAll(() => server.stop());

test('a workflow calls the bank over both task queues, within one rate limiter', async () => {
  const http = await serve(always(200, kycStatus));
  const limiter = new RateLimiter({ policy: OBSERVED_POLICY });
  const bank = createBankClient({ baseUrl: http.url, key: 'k', apiKey: 'k', timeoutMs: 1_000, limiter });
  const target = temporalTarget({ address: server.address, encryption: 'off' });
  const connection = await connectWorkers(target);
  const client = await connectClient(target);
  const workers = await createWorkers({
    connection,
    namespace: target.namespace,
    dataConverter: target.dataConverters.forWorkers,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: require.resolve('../support/temporal/bank-workflows'),
      logger: quiet,
    }),
    activities: createActivities({ bank, documents: folderStore('.'), client, authority: { mode: 'open' } }),
    limiter,
    maxCachedWorkflows: 10,
  });
  const result = client.workflow.execute('stubWorkflow', {
    taskQueue: WORKFLOW_QUEUE,
    workflowId: 'stub',
    args: ['c-1'],
  });
  await runWorkers(workers, result);
  expect(await result).toEqual(['PENDING', 'PENDING']);
  expect(http.requests).toHaveLength(2);
  // A worker that was stopped in a step, or got no processor, goes on where the SDK would end it after five seconds.
  expect(workers[0]?.options.isolateExecutionTimeoutMs).toBe(600_000);
  await Promise.all([client.connection.close(), connection.close(), bank.close(), http.close()]);
});

test('all workflows fit into one bundle', async () => {
  const { code } = await bundleWorkflows();
  for (const name of ['enrolmentWorkflow', 'loanWorkflow', 'repaymentWorkflow', 'payoutWorkflow'])
    expect(code).toContain(name);
});

describe('the worker process', () => {
  const bank = {
    SERVICE_BASE_URL: 'http://127.0.0.1:1',
    SERVICE_KEY: 's3cret',
    SERVICE_API_KEY: 's3cret',
    RECORDS: 'off',
    ENCRYPTION: 'off',
    AUTHORITY: 'open',
  };

  function start(env: Record<string, string>) {
    const process_ = spawn(process.execPath, ['--import', 'tsx', 'src/worker.ts'], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    process_.stderr.on('data', (text: Buffer) => (output += String(text)));
    const ended = once(process_, 'close').then(([code]) => ({ code: code as number, output }));
    return { process: process_, ended };
  }

  test('without its keys ends with 2 and names all that is missing', async () => {
    const { code, output } = await start({}).ended;
    expect(code).toBe(2);
    expect(output).toMatch(
      /SERVICE_BASE_URL is missing[^]*SERVICE_KEY is missing[^]*SERVICE_API_KEY is missing/,
    );
  });

  test('without Temporal ends with 3 and says where it looked', async () => {
    const { code, output } = await start({ ...bank, TEMPORAL_ADDRESS: '127.0.0.1:1' }).ended;
    expect(code).toBe(3);
    expect(output).toContain('Temporal cannot be reached at 127.0.0.1:1.');
  });

  test('shows the request limiter where metrics are asked for', async () => {
    const port = await freePort();
    const metrics = { WORKER_METRICS_ADDRESS: `127.0.0.1:${port}` };
    const worker = start({ ...bank, ...metrics, TEMPORAL_ADDRESS: server.address });
    let text = '';
    while (!text.includes('rate_limit_remaining')) {
      await sleep(500);
      const reply = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      text = (await reply?.text()) ?? '';
    }
    expect(text).toMatch(/rate_limit_limit\S* 100/);
    worker.process.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('without the bank runs, warns and ends after %s with %d', async (signal, expected) => {
    const worker = start({ ...bank, TEMPORAL_ADDRESS: server.address });
    await new Promise<void>((resolve) =>
      worker.process.stderr.on('data', (text: Buffer) => {
        if (String(text).includes('Working in')) resolve();
      }),
    );
    worker.process.kill(signal);
    const { code, output } = await worker.ended;
    expect(code).toBe(expected);
    expect(output).toContain('The bank cannot be reached');
    expect(output).not.toContain('s3cret');
  });
});
