import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { PayloadCodec } from '@temporalio/common';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { readConfig } from '../../../src/config/read-config';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { ANSWER } from '../../support/workflows/runs/cancelling-when-told';
import { startDevServer, type DevServer } from '../../../stack/dev-server';

const taskQueue = 'cancelling-when-told';

const bundle = (workflowInterceptorModules: string[]) =>
  bundleWorkflowCode({
    workflowsPath: require.resolve('../../support/workflows/runs/cancelling-when-told'),
    workflowInterceptorModules,
    logger: new DefaultLogger('WARN'),
  });

let server: DevServer;
let connection: Connection;
let native: NativeConnection;
beforeAll(async () => {
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
  connection = await Connection.connect({ address: server.address });
  native = await NativeConnection.connect({ address: server.address });
});
afterAll(async () => {
  await connection.close();
  await native.close();
  await server.stop();
});

/** Encodes the answer to a question so slowly that a local activity ends meanwhile. */
const slowAnswers: PayloadCodec = {
  async encode(payloads) {
    if (payloads.some(({ data }) => data?.toString() === JSON.stringify(ANSWER))) await sleep(500);
    return payloads;
  },
  decode: (payloads) => Promise.resolve(payloads),
};

/** The history of a workflow that is told something, and asked in the same task, while no worker runs. */
async function historyOf(workflowId: string, workflowBundle: WorkflowBundleWithSourceMap) {
  const work = async (until: () => Promise<unknown>) => {
    const worker = await Worker.create({
      ...{ connection: native, taskQueue, workflowBundle, shutdownGraceTime: 0 },
      activities: { lookUp: () => undefined },
      dataConverter: { payloadCodecs: [slowAnswers] },
    });
    return worker.runUntil(until);
  };
  const handle = await new Client({ connection }).workflow.start('cancellingWhenTold', {
    ...{ workflowId, taskQueue, args: [] },
  });
  await work(() => handle.query('asked'));
  const told = handle.executeUpdate('told');
  // The server gives a question to the task that waits.
  await sleep(500);
  const asked = handle.query('asked');
  await sleep(500);
  await work(() => Promise.all([told, asked, handle.result()]));
  return handle.fetchHistory();
}

/** Whether the task of the message ended before what came of it. */
const isSplit = ({ events }: Awaited<ReturnType<typeof historyOf>>) =>
  (events ?? [])
    .map((event) => Object.keys(event).find((name) => name.endsWith('EventAttributes')))
    .join()
    .includes('AcceptedEventAttributes,markerRecordedEventAttributes,workflowTaskScheduled');

test('a command that comes with a question, which splits its task, cancels the same in a replay', async () => {
  const today = await bundle(INTERCEPTORS);
  const history = await historyOf('noted', today);
  expect(isSplit(history)).toBe(true);
  await Worker.runReplayHistory({ workflowBundle: today }, history);
});

test('without the flags of the SDK noted at once, its replay cancels more', async () => {
  const without = await bundle(INTERCEPTORS.filter((module) => !module.includes('sdk-flags')));
  const history = await historyOf('not-noted', without);
  await expect(Worker.runReplayHistory({ workflowBundle: without }, history)).rejects.toThrow(
    DeterminismViolationError,
  );
});
