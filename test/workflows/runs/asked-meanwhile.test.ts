import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Connection } from '@temporalio/client';
import type { PayloadCodec } from '@temporalio/common';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { readConfig } from '../../../src/config/read-config';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { ANSWER } from '../../support/workflows/runs/cancelling-when-told';
import { startDevServer, type DevServer } from '../../../stack/dev-server';
import { connectTo } from '../../support/temporal/servers';

const taskQueue = 'cancelling-when-told';

const bundle = () =>
  bundleWorkflowCode({
    workflowsPath: require.resolve('../../support/workflows/runs/cancelling-when-told'),
    workflowInterceptorModules: INTERCEPTORS,
    logger: new DefaultLogger('WARN'),
  });

let server: DevServer;
let connection: Connection;
let native: NativeConnection;
beforeAll(async () => {
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
  connection = await connectTo(server.address);
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
async function historyOf(workflowBundle: WorkflowBundleWithSourceMap) {
  const work = async (until: () => Promise<unknown>) => {
    const worker = await Worker.create({
      ...{ connection: native, taskQueue, workflowBundle, shutdownGraceTime: 0 },
      activities: { lookUp: () => undefined },
      dataConverter: { payloadCodecs: [slowAnswers] },
    });
    return worker.runUntil(until);
  };
  const handle = await new Client({ connection }).workflow.start('cancellingWhenTold', {
    ...{ workflowId: 'asked-meanwhile', taskQueue, args: [] },
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

/** Whether the task of the message ended before what came of it: its replay could then come in another order. */
const isSplit = ({ events }: Awaited<ReturnType<typeof historyOf>>) =>
  (events ?? [])
    .map((event) => Object.keys(event).find((name) => name.endsWith('EventAttributes')))
    .join()
    .includes('AcceptedEventAttributes,markerRecordedEventAttributes,workflowTaskScheduled');

// SDK 1.23 and 1.24 report the local activity before the workflow has heard of it.
test('a question does not end the task of a command before what comes of the command', async () => {
  const workflowBundle = await bundle();
  const history = await historyOf(workflowBundle);
  expect(isSplit(history)).toBe(false);
  await Worker.runReplayHistory({ workflowBundle }, history);
});
