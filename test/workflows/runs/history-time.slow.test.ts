import { setTimeout as sleep } from 'node:timers/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { Client, type Connection, type WorkflowHandle } from '@temporalio/client';
import { DeterminismViolationError } from '@temporalio/workflow';
import { readConfig } from '../../../src/config/read-config';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { startDevServer, type DevServer } from '../../../stack/dev-server';
import { moved } from '../../support/replay/moved-times';
import { asRead, asRecorded } from '../../support/replay/plain-payloads';
import type { RecordedEvent } from '../../support/replay/history-file';
import { connectTo } from '../../support/temporal/servers';

const taskQueue = 'telling-time';

/** So that a workflow task ends, and another one begins, while a local activity runs. */
const TASK_TIMEOUT_MS = 1_000;
const LONGER_THAN_A_TASK_MS = 1_300;

const bundle = (workflowInterceptorModules: string[]) =>
  bundleWorkflowCode({
    workflowsPath: require.resolve('../../support/workflows/runs/telling-time'),
    workflowInterceptorModules,
    logger: new DefaultLogger('WARN'),
  });

let server: DevServer;
let connection: Connection;
beforeAll(async () => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
  });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
  connection = await connectTo(server.address);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await server.stop();
});

/** The events of a workflow, their payloads in plain, while which something else goes on. */
async function historyOf(
  {
    workflowId,
    type,
    args,
  }: { readonly workflowId: string; readonly type: string; readonly args: unknown[] },
  workflowBundle: WorkflowBundleWithSourceMap,
  meanwhile: (handle: WorkflowHandle) => Promise<void>,
): Promise<RecordedEvent[]> {
  const native = await NativeConnection.connect({ address: server.address });
  const worker = await Worker.create({
    ...{ connection: native, taskQueue, workflowBundle, shutdownGraceTime: 0 },
    activities: { nothing: () => undefined, take: (ms: number) => sleep(ms) },
  });
  const handle = await new Client({ connection }).workflow.start(type, {
    ...{ workflowId, taskQueue, args, workflowTaskTimeout: TASK_TIMEOUT_MS },
  });
  await worker.runUntil(async () => {
    await meanwhile(handle);
    await handle.result();
  });
  await native.close();
  return asRead(JSON.parse(historyToJSON(await handle.fetchHistory())).events) as RecordedEvent[];
}

/** Of one that was told and asked much while its local activities ran. */
const busyHistory = (workflowId: string, workflowBundle: WorkflowBundleWithSourceMap) => {
  const args = [[10, LONGER_THAN_A_TASK_MS, 50, LONGER_THAN_A_TASK_MS, 10]];
  return historyOf({ workflowId, type: 'tellingTime', args }, workflowBundle, async (handle) => {
    for (let turn = 0; turn < 25; turn++) {
      await sleep(60 + (turn % 7) * 20);
      if (turn % 3 === 0) await handle.signal('signalled');
      else handle.executeUpdate('updated', { args: [turn % 3 === 1] }).catch(() => undefined);
    }
  });
};

async function replay(
  events: readonly RecordedEvent[],
  markerSeconds: number,
  workflowBundle: WorkflowBundleWithSourceMap,
) {
  const history = { events: asRecorded(moved(events, { longerSeconds: 0, markerSeconds })) };
  await Worker.runReplayHistory({ workflowBundle }, history);
}

test('a workflow reads the same time in a replay, whatever came while its local activities ran', async () => {
  const today = await bundle(INTERCEPTORS);
  const events = await busyHistory('steady', today);
  await replay(events, 0, today);
  await replay(events, -3_600, today);
}, 60_000);

test('a workflow whose first task only waits for a long local activity reads the same time in a replay', async () => {
  const today = await bundle(INTERCEPTORS);
  const late = { workflowId: 'late', type: 'tellingTimeLate', args: [LONGER_THAN_A_TASK_MS] };
  const events = await historyOf(late, today, () => Promise.resolve());
  const kinds = events.slice(0, 6).map(({ eventType }) => eventType.replace('EVENT_TYPE_WORKFLOW_', ''));
  const task = ['TASK_SCHEDULED', 'TASK_STARTED', 'TASK_COMPLETED'];
  expect(kinds).toEqual(['EXECUTION_STARTED', ...task, ...task.slice(0, 2)]);
  await replay(events, 0, today);
}, 60_000);

test('without the time of history, a workflow reads another time where a marker says another one', async () => {
  const without = await bundle(INTERCEPTORS.filter((module) => !module.includes('history-time')));
  const events = await busyHistory('unsteady', without);
  await expect(replay(events, -3_600, without)).rejects.toThrow(DeterminismViolationError);
}, 60_000);
