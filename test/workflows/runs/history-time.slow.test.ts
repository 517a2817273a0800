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
import { Client, Connection } from '@temporalio/client';
import { DeterminismViolationError } from '@temporalio/workflow';
import { readConfig } from '../../../src/config/read-config';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { startDevServer, type DevServer } from '../../../src/temporal/dev-server';
import { moved } from '../../support/replay/moved-times';
import { asRead, asRecorded } from '../../support/replay/plain-payloads';
import type { RecordedEvent } from '../../support/replay/history-file';

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
  connection = await Connection.connect({ address: server.address });
}, 60_000);
afterAll(async () => {
  await connection.close();
  await server.stop();
});

/** The events of a workflow that was told and asked much while its local activities ran, their payloads in plain. */
async function busyHistory(
  workflowId: string,
  workflowBundle: WorkflowBundleWithSourceMap,
): Promise<RecordedEvent[]> {
  const native = await NativeConnection.connect({ address: server.address });
  const worker = await Worker.create({
    ...{ connection: native, taskQueue, workflowBundle, shutdownGraceTime: 0 },
    activities: { nothing: () => undefined, take: (ms: number) => sleep(ms) },
  });
  const handle = await new Client({ connection }).workflow.start('tellingTime', {
    ...{ workflowId, taskQueue, workflowTaskTimeout: TASK_TIMEOUT_MS },
    args: [[10, LONGER_THAN_A_TASK_MS, 50, LONGER_THAN_A_TASK_MS, 10]],
  });
  await worker.runUntil(async () => {
    for (let turn = 0; turn < 25; turn++) {
      await sleep(60 + (turn % 7) * 20);
      if (turn % 3 === 0) await handle.signal('signalled');
      else handle.executeUpdate('updated', { args: [turn % 3 === 1] }).catch(() => undefined);
    }
    await handle.result();
  });
  await native.close();
  return asRead(JSON.parse(historyToJSON(await handle.fetchHistory())).events) as RecordedEvent[];
}

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

test('without the time of history, a workflow reads another time where a marker says another one', async () => {
  const without = await bundle(INTERCEPTORS.filter((module) => !module.includes('history-time')));
  const events = await busyHistory('unsteady', without);
  await expect(replay(events, -3_600, without)).rejects.toThrow(DeterminismViolationError);
}, 60_000);
