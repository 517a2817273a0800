import { copyFileSync } from 'node:fs';
import { Client, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotateKey } from '../../../src/cases/encryption-key-rotation';
import { connectClient, temporalTarget } from '../../../src/temporal/connection';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import { connectWorkers } from '../../../src/temporal/workers';
import {
  QUEUE,
  startPayloadEnvironment,
  type PayloadEnvironment,
} from '../../support/temporal/payload-environment';
import {
  canary,
  emptyForeignWorkflow,
  everyPathWorkflow,
  foreignWorkflow,
  go,
  seen,
  tell,
  waitingWorkflow,
} from '../../support/temporal/payload-paths';

const hello = { text: 'hello' };

let environment: PayloadEnvironment;
/** Reaches the same server, and has none of the keys. */
let outsider: Client;
beforeAll(async () => {
  environment = await startPayloadEnvironment('on');
  outsider = new Client({ connection: environment.client.connection, namespace: 'default' });
});
afterAll(() => environment.stop());

const begin = (workflowId: string) =>
  environment.client.workflow.start(everyPathWorkflow, {
    ...{ workflowId, taskQueue: QUEUE, args: [{ text: canary('start') }] as [{ text: string }] },
  });

async function failedTasks(workflowId: string): Promise<number> {
  const { events } = await environment.client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).filter(({ workflowTaskFailedEventAttributes: failed }) => failed).length;
}

test('messages in plain text are refused or dropped, and the case goes on as if they had not come', async () => {
  await environment.whileWorking(async () => {
    const handle = await begin('plain');
    const outside = outsider.workflow.getHandle('plain');
    await outside.signal(go, hello);
    await expect(outside.query(seen, hello)).rejects.toThrow();
    await expect(outside.executeUpdate(tell, { args: [hello] })).rejects.toThrow();
    const ours = { text: 'ours' };
    expect(await handle.query(seen, ours)).toEqual([canary('start'), 'ours', canary('query-reply')]);
    expect(await failedTasks('plain')).toBe(0);
    await handle.terminate();
  });
});

test('a workflow that is started with an input in plain text ends with a sentence that says why', async () => {
  await environment.whileWorking(async () => {
    const args: [typeof hello] = [hello];
    await outsider.workflow.start(everyPathWorkflow, { workflowId: 'started', taskQueue: QUEUE, args });
    const ended = environment.client.workflow.getHandle('started').result();
    const error = (await ended.catch((reason: unknown) => reason)) as WorkflowFailedError;
    expect(rootCause(error.cause)).toBe('The input of the workflow was refused: it is not encrypted.');
  });
});

test('a ciphertext that was copied from another case is dropped there', async () => {
  await environment.whileWorking(async () => {
    const [source, target] = [await begin('source'), await begin('target')];
    await source.signal(go, { text: 'for the source' });
    const input = await signalled(source);
    for (const workflowId of ['source', 'target'])
      await environment.client.workflowService.signalWorkflowExecution({
        ...{ namespace: 'default', workflowExecution: { workflowId }, signalName: 'go' },
        input,
      });
    const copied = async (handle: typeof source) =>
      (await handle.query(seen, hello)).filter((text) => text.startsWith('for'));
    expect(await copied(source)).toHaveLength(2);
    expect(await copied(target)).toEqual([]);
    expect(await failedTasks('target')).toBe(0);
    await Promise.all([source.terminate(), target.terminate()]);
  });
});

/** The payloads of the first signal, as the server keeps them. */
async function signalled(handle: WorkflowHandle) {
  for (;;) {
    const { events } = await handle.fetchHistory();
    const input = events?.map((event) => event.workflowExecutionSignaledEventAttributes?.input).find(Boolean);
    if (input) return input;
    await sleep(50);
  }
}

test('a message under an invented key is dropped, and the case goes on', async () => {
  await environment.whileWorking(async () => {
    const handle = await begin('invented');
    await handle.signal(go, { text: 'genuine' });
    const { payloads } = await signalled(handle);
    const relabelled = payloads?.map((payload) => ({
      ...payload,
      metadata: {
        ...payload.metadata,
        'encryption-key-id': Buffer.from('2026-01-31-aaaaaaaa-0123456789abcdef'),
      },
    }));
    await environment.client.workflowService.signalWorkflowExecution({
      ...{ namespace: 'default', workflowExecution: { workflowId: 'invented' }, signalName: 'go' },
      input: { payloads: relabelled ?? [] },
    });
    expect(await handle.query(seen, hello)).toEqual([
      canary('start'),
      'genuine',
      'hello',
      canary('query-reply'),
    ]);
    expect(await failedTasks('invented')).toBe(0);
    await handle.terminate();
  });
});

test('a message under a key that a worker does not have yet waits for the key, and is not lost', async () => {
  const { keyFile, client, address } = environment;
  const newer = `${keyFile}.newer`;
  copyFileSync(keyFile, newer);
  rotateKey(newer);
  const ahead = await connectClient(
    temporalTarget({ address, namespace: 'default', encryption: keyRingOf(newer, 'reader') }),
  );
  await environment.whileWorking(async () => {
    const handle = await begin('early');
    await ahead.workflow.getHandle('early').signal(go, { text: 'early' });
    while ((await failedTasks('early')) === 0) await sleep(50);
    copyFileSync(newer, keyFile);
    const texts = () => handle.query(seen, hello).catch(() => []);
    for (let shown: readonly string[] = []; !shown.includes('early');) shown = await texts();
    await client.workflow.getHandle('early').terminate();
  });
  await ahead.connection.close();
});

test('an activity that an outsider completes in plain text counts as one whose outcome is unknown', async () => {
  await environment.whileWorking(async () => {
    const { client } = environment;
    const handle = await client.workflow.start(waitingWorkflow, { workflowId: 'waiting', taskQueue: QUEUE });
    const activityId = await pendingActivity('waiting');
    await outsider.activity.complete({ workflowId: 'waiting', activityId }, hello);
    expect(await handle.result()).toBe('OUTCOME_UNKNOWN');
  });
});

async function pendingActivity(workflowId: string): Promise<string> {
  for (;;) {
    const { raw } = await environment.client.workflow.getHandle(workflowId).describe();
    const activityId = raw.pendingActivities?.[0]?.activityId;
    if (typeof activityId === 'string') return activityId;
    await sleep(50);
  }
}

test.each([
  ['in plain text', foreignWorkflow],
  ['without any content', emptyForeignWorkflow],
])('an activity that a foreign workflow schedules %s is not carried out', async (how, foreign) => {
  const { address } = environment;
  const connection = await connectWorkers(temporalTarget({ address, encryption: 'off' }));
  const workflowsPath = require.resolve('../../support/temporal/payload-paths');
  const foreigner = await Worker.create({ connection, taskQueue: 'foreign', workflowsPath });
  await environment.whileWorking(() =>
    foreigner.runUntil(async () => {
      const handle = await outsider.workflow.start(foreign, {
        ...{ workflowId: `foreign ${how}`, taskQueue: 'foreign', args: [QUEUE] as [string] },
      });
      expect(await endOfActivity(handle)).toEqual({ completed: false, failed: true });
      await handle.terminate();
    }),
  );
  await connection.close();
});

async function endOfActivity(handle: WorkflowHandle) {
  for (;;) {
    const { events = [] } = await handle.fetchHistory();
    const completed = events?.some((event) => event.activityTaskCompletedEventAttributes) ?? false;
    const failed = events?.some((event) => event.activityTaskFailedEventAttributes) ?? false;
    if (completed || failed) return { completed, failed };
    await sleep(50);
  }
}
