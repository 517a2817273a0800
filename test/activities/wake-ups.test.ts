import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { defaultPayloadConverter, defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { createWakeUps } from '../../src/activities/notifications/wake-ups';
import { readConfig } from '../../src/config/read-config';
import { REAL_TIME } from '../../src/domain/time/clock';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { connectClient, temporalTarget, type TemporalClient } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../stack/dev-server';

const ACCOUNT = '0c4e1f0a-1f6b-4d3a-9b59-0d4d2b1f7a11';

/** No worker runs here: the server keeps what is started, and the signals it is sent. */
let server: DevServer;
let client: TemporalClient;
beforeAll(async () => {
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
  client = await connectClient(
    temporalTarget({ address: server.address, namespace: 'default', encryption: 'off' }),
  );
});
afterAll(async () => {
  await client.connection.close();
  await server.stop();
});

const start = (workflowId: string, attributes: Record<string, string> = {}) =>
  client.workflow.start('someWorkflow', {
    workflowId,
    taskQueue: 'no-worker',
    typedSearchAttributes: new TypedSearchAttributes(
      Object.entries(attributes).map(([name, value]) => ({
        key: defineSearchAttributeKey(name, 'KEYWORD'),
        value,
      })),
    ),
  });
const notificationsOf = async (workflowId: string) => {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === 'notified',
  ).length;
};
const listed = async (count: number) => {
  for (;;) {
    const { count: seen } = await client.workflow.count(`AccountId = "${ACCOUNT}"`);
    if (seen === count) return;
    await sleep(50);
  }
};

test('a notification about an account reaches the loans that wait for its money, and no others', async () => {
  const loans = { 'repayment:1': 'REPAYING', 'repayment:2': 'ARREARS', 'loan:3': 'DISBURSEMENT' };
  for (const [id, LoanStage] of Object.entries(loans)) await start(id, { AccountId: ACCOUNT, LoanStage });
  await start('loan:4', { AccountId: ACCOUNT, LoanStage: 'DOCUMENTS' });
  await start('repayment:5', { AccountId: 'of another customer', LoanStage: 'REPAYING' });
  await listed(4);
  const woken = await createWakeUps(client, { clock: REAL_TIME }).wakeLoans({
    accountId: ACCOUNT,
    notificationId: 'n-1',
  });
  expect([...woken].sort()).toEqual(Object.keys(loans).sort());
  expect(await Promise.all(Object.keys(loans).map(notificationsOf))).toEqual([1, 1, 1]);
  expect(await notificationsOf('loan:4')).toBe(0);
});

test.each(['" OR LoanStage = "REPAYING', '', 'x'.repeat(100)])(
  'a notification about no account (%s) reaches no workflow',
  (accountId) =>
    expect(
      createWakeUps(client, { clock: REAL_TIME }).wakeLoans({ accountId, notificationId: 'n-1' }),
    ).resolves.toEqual([]),
);

test('a notification that is told again is taken once', async () => {
  await start('payout:PO-twice');
  const wakeUps = createWakeUps(client, { clock: REAL_TIME });
  const tell = (notificationId: string) => wakeUps.wakePayout({ references: ['PO-twice'], notificationId });
  for (const notificationId of ['n-1', 'n-1', 'n-2', 'n-1']) await tell(notificationId);
  expect(await notificationsOf('payout:PO-twice')).toBe(2);
});

test('a notification about a payout reaches it, or a flush of that reference', async () => {
  await start('payout:PO-1');
  await start('flush:FL-1');
  const ended = await start('payout:PO-2');
  await ended.terminate();
  const wakeUps = createWakeUps(client, { clock: REAL_TIME });
  expect(await wakeUps.wakePayout({ references: ['PO-1'], notificationId: 'n-1' })).toEqual({
    workflowId: 'payout:PO-1',
    outcome: 'woken',
  });
  expect(await wakeUps.wakePayout({ references: ['FL-1'], notificationId: 'n-1' })).toEqual({
    workflowId: 'flush:FL-1',
    outcome: 'woken',
  });
  expect(await wakeUps.wakePayout({ references: ['PO-2'], notificationId: 'n-1' })).toMatchObject({
    outcome: 'ended',
  });
  expect(await wakeUps.wakePayout({ references: ['PO-9'], notificationId: 'n-1' })).toMatchObject({
    outcome: 'unknown',
  });
});

/** Ends the run as a worker would. */
async function complete(taskQueue: string, result: object) {
  const task = { namespace: 'default', taskQueue: { name: taskQueue } };
  const { taskToken } = await client.connection.withDeadline(Date.now() + 60_000, () =>
    client.workflowService.pollWorkflowTaskQueue(task),
  );
  const payloads = [defaultPayloadConverter.toPayload(result)];
  const completeWorkflowExecutionCommandAttributes = { result: { payloads } };
  await client.workflowService.respondWorkflowTaskCompleted({
    ...{ namespace: 'default', taskToken },
    commands: [
      {
        commandType: temporal.api.enums.v1.CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
        completeWorkflowExecutionCommandAttributes,
      },
    ],
  });
}

test('a payout that another look reopens between two questions is told, and its new end is not waited for', async () => {
  const workflowId = 'payout:PO-3';
  await client.workflow.start('someWorkflow', { workflowId, taskQueue: 'ends' });
  await complete('ends', { status: 'SUCCESS', reference: 'PO-3' });
  let looks = 0;
  const overtaken = new Client({
    ...client.options,
    interceptors: {
      workflow: [
        {
          async describe(input, next) {
            const seen = await next(input);
            if (looks++ === 0) await start(workflowId);
            return seen;
          },
        },
      ],
    },
  });
  const woken = await createWakeUps(overtaken, { clock: REAL_TIME }).wakeReturned({
    ...{ notificationId: 'n-1', returns: [{ references: ['PO-3'], evidence: [] }] },
  });
  expect(woken).toEqual([workflowId]);
  expect(await notificationsOf(workflowId)).toBe(1);
});
