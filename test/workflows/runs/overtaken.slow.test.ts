import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Connection, type WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { readConfig } from '../../../src/config/read-config';
import { INTERCEPTORS } from '../../../src/temporal/bundle';
import { startDevServer, type DevServer } from '../../../stack/dev-server';
import type { counting } from '../../support/workflows/runs/counting';
import { connectTo } from '../../support/temporal/servers';

const taskQueue = 'counting';
const UNHANDLED_COMMAND = 1;

/** Longer than a call within this machine takes. */
const A_WHILE_MS = 500;

let server: DevServer;
let connection: Connection;
let client: Client;
let codePath: string;

beforeAll(async () => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
  });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0 });
  connection = await connectTo(server.address);
  client = new Client({ connection });
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../../support/workflows/runs/counting'),
    workflowInterceptorModules: INTERCEPTORS,
    logger: new DefaultLogger('WARN'),
  });
  codePath = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'workflows.js');
  const bounds = { TURNS_MAX: 60, QUIET_MS: 1 };
  const withBounds = Object.entries(bounds).reduce(
    (text, [name, bound]) => text.replace(new RegExp(`const ${name} = \\w+;`), `const ${name} = ${bound};`),
    code,
  );
  writeFileSync(codePath, withBounds);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await server.stop();
});

type Counting = WorkflowHandleWithFirstExecutionRunId<typeof counting>;

/** A run's last step: what it hands over, or its result. */
const isLastStep = (text: string) => /^(\{"carried"|\d)/.test(text);
const isAnswer = (text: string) => text.startsWith('{"seen"');

/** Begins a run before there is a worker, with a query that waits for its first task. */
async function unattended(workflowId: string, ...signals: readonly string[]): Promise<Counting> {
  const handle = await client.workflow.start<typeof counting>('counting', {
    ...{ workflowId, taskQueue, workflowTaskTimeout: '5s' },
    args: [],
  });
  for (const signal of signals) await handle.signal(signal);
  handle.query('seen').catch(() => undefined);
  await sleep(A_WHILE_MS);
  return handle;
}

/** Takes care of a run until something is over; a message comes while its last step is on its way for the first time. */
async function overtaken<R>(handle: Counting, over: Promise<R>): Promise<R> {
  let isOvertaken = false;
  let vouched = () => {};
  const isVouched = new Promise<void>((resolve) => (vouched = resolve));
  const vouchFor = () => {
    setTimeout(vouched, A_WHILE_MS);
    return Promise.resolve([]);
  };
  const hold = async (text: string) => {
    // So the answer goes to the server together with what the local activity has answered.
    if (isAnswer(text)) await isVouched;
    if (!isLastStep(text) || isOvertaken) return;
    isOvertaken = true;
    await handle.signal('countLater');
  };
  const codec: PayloadCodec = {
    async encode(payloads: Payload[]) {
      for (const { data } of payloads) await hold(Buffer.from(data ?? []).toString());
      return payloads;
    },
    decode: (payloads) => Promise.resolve(payloads),
  };
  const native = await NativeConnection.connect({ address: server.address });
  const worker = await Worker.create({
    ...{ connection: native, taskQueue, activities: { vouchFor }, workflowBundle: { codePath } },
    dataConverter: { payloadCodecs: [codec] },
    shutdownGraceTime: 0,
  });
  const result = await worker.runUntil(over);
  await native.close();
  return result;
}

/** Whether the server refused the last step. */
async function wasOvertaken({ workflowId, firstExecutionRunId }: Counting): Promise<boolean> {
  const { events } = await client.workflow.getHandle(workflowId, firstExecutionRunId).fetchHistory();
  return (events ?? []).some(
    ({ workflowTaskFailedEventAttributes: failed }) => Number(failed?.cause) === UNHANDLED_COMMAND,
  );
}

/** Tells a workflow to end once it has gone on in a new run, and waits for its result. */
async function resultOfNextRun({ workflowId, firstExecutionRunId }: Counting): Promise<number> {
  const latest = client.workflow.getHandle<typeof counting>(workflowId);
  while ((await latest.describe()).runId === firstExecutionRunId) await sleep(100);
  await latest.signal('end');
  return latest.result();
}

test('a message that overtakes the hand-over to a new run is neither lost nor in the way', async () => {
  const handle = await unattended('handed-over', ...Array<string>(70).fill('count'));
  const result = await overtaken(handle, resultOfNextRun(handle));
  expect(await wasOvertaken(handle)).toBe(true);
  expect(result).toBe(71);
}, 30_000);

test('a message that overtakes the end of a workflow does not keep it from its end', async () => {
  const handle = await unattended('ended', 'count', 'end');
  const result = await overtaken(handle, handle.result());
  expect(await wasOvertaken(handle)).toBe(true);
  expect(result).toBe(1);
}, 30_000);
