import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { readConfig } from '../../src/config';
import { ROUTINE_LANE, WORKFLOW_QUEUE } from '../../src/domain/task-queues';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { searchAttributes } from '../../src/temporal/search-attributes';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import { writeRecorded } from './history-file';

/** Events after which the server suggests to continue as new; thousands by default. */
const SUGGESTED_AFTER = 20;

const WORKFLOW_ID = 'repayment:loan-continued';

const input: RepaymentInput = {
  loanReference: 'LN-CONTINUED',
  loanId: 'loan-continued',
  customerId: 'customer-continued',
  policy: { mode: 'observe', graceDays: 1 },
  clock: { rate: 1 },
};

const dueDates = ['2090-01-31', '2090-02-28', '2090-03-31', '2090-04-30'];

/** A service whose instalments are paid as soon as somebody looks. */
function promptBorrower() {
  let paid = 0;
  const status = (index: number) => (index < paid ? 'PAID' : 'UNPAID');
  return {
    getRepaymentSchedule: async () => ({
      schedule: dueDates.map((dueDate) => ({ dueDate, totalDue: 100, paidAmount: 0, status: 'UNPAID' })),
    }),
    awaitInstalmentPaid: async () => {
      paid += 1;
      const instalment = (dueOn: string, index: number) => ({
        dueOn,
        totalDueKobo: 100,
        paidKobo: 0,
        status: status(index),
      });
      return { instalments: dueDates.map(instalment) };
    },
    getActiveLoan: async () => ({ loanId: input.loanId, loanStatus: 'CLOSED' }),
  };
}

function startServer(): Promise<TestWorkflowEnvironment> {
  const { path } = readConfig(['temporalCli']).temporalCli;
  const attributes = Object.entries(searchAttributes).map(([name, type]) => `${name}=${type}`);
  const extraArgs = [
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
    ...['--dynamic-config-value', `limit.historyCount.suggestContinueAsNew=${SUGGESTED_AFTER}`],
  ];
  return TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'existing-path', path }, extraArgs },
  });
}

/** Runs the repayment to its end, and says which run was the first. */
async function runRepayment({
  client,
  nativeConnection: connection,
}: TestWorkflowEnvironment): Promise<string> {
  const workflows = await Worker.create({
    connection,
    taskQueue: WORKFLOW_QUEUE,
    workflowBundle: await bundleWorkflows(),
  });
  const lane = await Worker.create({ connection, taskQueue: ROUTINE_LANE, activities: promptBorrower() });
  const handle = await client.workflow.start('repaymentWorkflow', {
    workflowId: WORKFLOW_ID,
    taskQueue: WORKFLOW_QUEUE,
    args: [input],
  });
  await workflows.runUntil(lane.runUntil(handle.result()));
  return handle.firstExecutionRunId;
}

jest.setTimeout(60_000);

// Only the development server suggests to continue as new.
test('a repayment that continues as new', async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const server = await startServer();
  const first = await runRepayment(server);
  const runs = { 'repayment-continues': first, 'repayment-continued': undefined };
  for (const [name, runId] of Object.entries(runs)) {
    const history = await server.client.workflow.getHandle(WORKFLOW_ID, runId).fetchHistory();
    writeRecorded(name, WORKFLOW_ID, history);
  }
  await server.teardown();
});
