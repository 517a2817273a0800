import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createBatchChecks } from '../../../src/activities/batch-checks';
import { createHashes } from '../../../src/activities/hashes';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { WATCH_QUEUE, WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { BATCH_ROWS_MAX } from '../../../src/domain/batch/rows';
import type { BankClient } from '../../../src/bank/client';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { openAuthority, openStarts } from '../../support/authority/open';
import { timeSkippingServer } from '../../support/temporal/servers';
import { batchFile, batchRows, SOURCE } from '../../support/workflows/batch-sample';
import type { BatchResult } from '../../../src/domain/batch/stages';

const MIB = 1024 * 1024;
const rows = batchRows(BATCH_ROWS_MAX);

let env: TestWorkflowEnvironment;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  env = await timeSkippingServer();
  const workflowsPath = require.resolve('../../support/workflows/batch-stubs');
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: INTERCEPTORS,
    logger: new DefaultLogger('ERROR'),
  });
  const common = { connection: env.nativeConnection, activities: checks() };
  const workers = await Promise.all([
    Worker.create({ ...common, taskQueue: WORKFLOW_QUEUE, workflowBundle, maxCachedWorkflows: 500 }),
    Worker.create({ ...common, taskQueue: WATCH_QUEUE }),
  ]);
  const running = workers.map((worker) => worker.run());
  stop = () => {
    for (const worker of workers) worker.shutdown();
    return Promise.all(running);
  };
});
afterAll(async () => {
  await stop();
  await env.teardown();
});

/** The real checks of a batch, against a service that resolves every account at once. */
function checks() {
  const names = new Map(rows.map(({ accountNumber, accountName }) => [accountNumber, accountName]));
  const resolveAccount: BankClient['resolveAccount'] = ({ account_number, bank_code }) =>
    Promise.resolve({ account_name: names.get(account_number) ?? '', account_number, bank_code });
  const batchChecks = createBatchChecks({
    bank: { resolveAccount } as BankClient,
    recallBeneficiary: () => undefined,
    client: env.client,
    clock: REAL_TIME,
    payoutPolicy: USUAL_PAYOUT_POLICY,
    starts: openStarts,
  });
  return { ...batchChecks, ...createHashes(), ...openAuthority(env.client) };
}

/** Events, and how many MiB they take at most: as JSON, in which payloads are a third longer than they are. */
async function historyOf(handle: WorkflowHandle): Promise<{ events: number; mib: number }> {
  const history = await handle.fetchHistory();
  const bytes = JSON.stringify(historyToJSON(history)).length;
  return { events: history.events?.length ?? 0, mib: bytes / MIB };
}

const start = (type: string, workflowId: string, input: unknown) =>
  env.client.workflow.start(type, { workflowId, taskQueue: WORKFLOW_QUEUE, args: [input] });

test('a batch of 5,000 rows to 5,000 accounts stays far below the limits of a history', async () => {
  const file = batchFile(rows);
  const batch = await start('payoutBatchWorkflow', `batch:${file.reference}`, file);
  let facts: CaseSnapshot['facts'] = {};
  while (facts.digest === undefined) {
    await sleep(250);
    ({ facts } = await batch.query<CaseSnapshot>('case'));
  }
  const approval = { actor: 'checker-1', role: 'operator', expectedDigest: facts.digest };
  await batch.executeUpdate('approve', { args: [approval] });
  const result = (await batch.result()) as BatchResult;
  expect(result).toMatchObject({ stage: 'DONE', counts: { SUCCESS: BATCH_ROWS_MAX } });
  const { events, mib } = await historyOf(batch);
  expect(events).toBeLessThan(2_000);
  expect(mib).toBeLessThan(8);
});

test('a chunk of it does too', async () => {
  const batch = await start('batchOfOneChunk', 'batch:BT-0', {
    batch: 'BT-0',
    chunk: 1,
    createdBy: 'maker-1',
    sourceAccountNumber: SOURCE,
    clock: REAL_TIME,
    control: { slots: 50, paused: false, cancelled: false },
    rows: rows
      .slice(0, 250)
      .map((row, index) => ({ ...row, row: index + 1, nameOnAccount: row.accountName })),
  });
  expect(await batch.result()).toHaveLength(250);
  const { events, mib } = await historyOf(env.client.workflow.getHandle('batch:BT-0:chunk-1'));
  expect(events).toBeLessThan(2_000);
  expect(mib).toBeLessThan(1);
});
