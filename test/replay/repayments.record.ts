import { setTimeout as sleep } from 'node:timers/promises';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { ROUTINE_QUEUE, URGENT_QUEUE, WATCH_QUEUE, WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import { openAuthority } from '../support/authority/open';
import { realTimeServer } from '../support/temporal/servers';
import { workflowBundle } from '../support/workflow-bundle';
import { writeRecorded } from '../support/replay/history-file';
import { promptBorrower } from '../support/replay/prompt-borrower';

/** More messages than a run takes before it goes on in a new one. */
const MESSAGES = 201;

const PAST = ['2026-01-31', '2026-02-28'];
const FUTURE = ['2090-01-31', '2090-02-28'];
const MANY = Array.from({ length: 12 }, (_, index) => `20${80 + index}-01-31`);

// The server that skips time holds up a hand-over. This one's time does not skip: the due dates lie long ago or far ahead.
let server: TestWorkflowEnvironment;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  server = await realTimeServer();
});
afterAll(() => server.teardown());

const observed = { mode: 'observe', graceDays: 1 } as const;
const charged = { mode: 'charge', graceDays: 36_500, maximumAttempts: 3, retryAfterDays: 3 } as const;

const inputOf = (loanId: string, policy: RepaymentInput['policy']): RepaymentInput => ({
  loanReference: `LN-${loanId}`,
  loanId,
  customerId: `customer-of-${loanId}`,
  policy,
  clock: { rate: 1 },
});

/** Runs a repayment to its end, and says which run was the first. */
async function run(
  input: RepaymentInput,
  dueDates: readonly string[],
  before?: Parameters<typeof promptBorrower>[2],
): Promise<string> {
  const { client, nativeConnection: connection } = server;
  const authority = openAuthority(client);
  const activities = { ...promptBorrower(input.loanId, dueDates, before), ...authority };
  const workers = await Promise.all([
    Worker.create({
      connection,
      taskQueue: WORKFLOW_QUEUE,
      workflowBundle: workflowBundle(),
      activities: authority,
    }),
    Worker.create({ connection, taskQueue: ROUTINE_QUEUE, activities }),
    Worker.create({ connection, taskQueue: URGENT_QUEUE, activities }),
    Worker.create({ connection, taskQueue: WATCH_QUEUE, activities }),
  ]);
  const handle = await client.workflow.start('repaymentWorkflow', {
    workflowId: `repayment:${input.loanId}`,
    taskQueue: WORKFLOW_QUEUE,
    args: [input],
  });
  const ended = handle.result();
  await Promise.all(workers.map((worker) => worker.runUntil(ended)));
  return handle.firstExecutionRunId;
}

/** Sends a repayment messages until it goes on in a new run, as it does while it waits for a payment. */
async function untilNextRun(workflowId: string): Promise<void> {
  const handle = server.client.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  for (let sent = 0; sent < MESSAGES; sent++) await handle.signal('noSuchMessage');
  while ((await handle.describe()).runId === runId) await sleep(100);
}

async function record(name: string, workflowId: string, runId?: string): Promise<void> {
  writeRecorded(name, workflowId, await server.client.workflow.getHandle(workflowId, runId).fetchHistory());
}

test.each([
  ['repayment-on-time', observed, FUTURE],
  ['repayment-in-arrears', observed, PAST],
  ['repayment-charged', charged, PAST],
] as const)('%s', async (name, policy, dueDates) => {
  await run(inputOf(name, policy), dueDates);
  await record(name, `repayment:${name}`);
});

test('a repayment that continues as new', async () => {
  let nextRun: Promise<void> | undefined;
  const first = await run(inputOf('continuing', observed), MANY, async (dueOn) => {
    if (dueOn === MANY[8]) await (nextRun ??= untilNextRun('repayment:continuing'));
  });
  await record('repayment-continues', 'repayment:continuing', first);
  await record('repayment-continued', 'repayment:continuing');
});
