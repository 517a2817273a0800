import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { createEventRelay } from '../../../src/activities/events/relay';
import { addEndpoint, listEndpoints, rotateSecret, tellEndpoint } from '../../../src/cases/event-endpoints';
import { EVENTS_QUEUE, WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { openRecords, type OpenRecords } from '../../../src/records/records';
import { type } from '../../support/cli/terminal';
import { EventReceiver } from '../../support/events/receiver';
import { entry, testRecords, type TestRecords } from '../../support/records/database';
import { startServer } from '../../support/workflows/fast-server';
import { workflowBundle } from '../../support/workflow-bundle';

let env: TestWorkflowEnvironment;
let database: TestRecords;
let records: OpenRecords;
let receivers: EventReceiver[];
let stopPosting: () => Promise<void>;
let stopWorkflows: () => Promise<void>;

/** A worker that posts, until it is stopped without time to finish. */
async function startPosting(): Promise<() => Promise<void>> {
  const activities = createEventRelay(records.events, { allowsPrivate: true, answerWithinMs: 2_000 });
  const worker = await Worker.create({
    ...{ connection: env.nativeConnection, taskQueue: EVENTS_QUEUE, activities, shutdownGraceTime: 0 },
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
  };
}

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  env = await startServer();
  database = await testRecords();
  records = openRecords(database.roles, database.keys);
  const worker = await Worker.create({
    ...{ connection: env.nativeConnection, taskQueue: WORKFLOW_QUEUE, workflowBundle: workflowBundle() },
  });
  const running = worker.run();
  stopWorkflows = async () => {
    worker.shutdown();
    await running;
  };
  stopPosting = await startPosting();
});
beforeEach(() => (receivers = []));
afterEach(async () => {
  for (const { name } of await listEndpoints(env.client))
    await tellEndpoint(env.client, name, { do: 'remove' });
  await Promise.all(receivers.map((receiver) => receiver.close()));
});
afterAll(async () => {
  await stopPosting();
  await stopWorkflows();
  await records.close();
  await database.close();
  await env.teardown();
});

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
};
const positionOf = async (name: string) =>
  (await listEndpoints(env.client)).find((one) => one.name === name)?.position;

/** An endpoint that knows where it begins. */
async function endpoint(name: string): Promise<EventReceiver> {
  const receiver = await EventReceiver.start();
  receivers.push(receiver);
  receiver.secret = await addEndpoint(env.client, name, receiver.url);
  await until(async () => (await positionOf(name)) !== undefined);
  return receiver;
}

let cases = 0;
/** Cases to which this much happens at the same time. */
async function happen(count: number, each: number): Promise<string[]> {
  const references = Array.from({ length: count }, () => `PO-${++cases}`);
  await Promise.all(
    references.map(async (reference) => {
      for (let number = 1; number <= each; number++)
        await records.append({ caseId: `payout:${reference}`, entries: [entry(number)] });
    }),
  );
  return references;
}

const oneTo = (last: number) => Array.from({ length: last }, (_, number) => number + 1);

test('an endpoint that refuses every third post is told everything, in order within each case, and every post verifies', async () => {
  const receiver = await endpoint('third');
  receiver.answer = (ask) => (ask % 3 === 0 ? 500 : 204);
  const references = await happen(4, 5);
  await until(() => receiver.events.length >= 20);
  expect(references.map((one) => receiver.numbersOf(one))).toEqual(references.map(() => oneTo(5)));
  expect(receiver.unverified).toBe(0);
});

test('an endpoint that takes posts again is soon shown so, and how far it was told', async () => {
  const receiver = await endpoint('again');
  const shown = async () => (await listEndpoints(env.client)).find(({ name }) => name === 'again');
  receiver.answer = () => 500;
  await happen(1, 3);
  await until(async () => (await shown())?.failure !== undefined);
  receiver.answer = () => 204;
  await until(async () => (await shown())?.failure === undefined);
  await until(() => receiver.events.length === 3);
  const end = await records.events.positionBefore();
  await until(async () => (await shown())?.position === end);
}, 60_000);

test('a slow endpoint delays no other', async () => {
  const slow = await endpoint('slow');
  const other = await endpoint('prompt');
  slow.answer = () => new Promise(() => undefined);
  await happen(2, 3);
  await until(() => other.events.length === 6);
  expect(slow.events).toEqual([]);
  await until(async () =>
    (await listEndpoints(env.client)).some(({ failure }) => failure?.last.includes('no answer') === true),
  );
});

test('where the worker that posts ends, another goes on, and nothing is lost', async () => {
  const receiver = await endpoint('killed');
  receiver.answer = async (ask) => {
    if (ask === 3) await stopPosting();
    return 204;
  };
  const [reference = ''] = await happen(1, 6);
  await until(() => receiver.asked >= 3);
  await new Promise((resolve) => setTimeout(resolve, 500));
  stopPosting = await startPosting();
  await until(() => receiver.numbersOf(reference).length === 6);
  expect(receiver.numbersOf(reference)).toEqual(oneTo(6));
  const ids = new Map(receiver.events.map(({ number, id }) => [number, id]));
  expect(receiver.events.every(({ number, id }) => ids.get(number) === id)).toBe(true);
});

test('an endpoint that is told again from an instant it has not come to misses nothing', async () => {
  const receiver = await endpoint('early');
  await tellEndpoint(env.client, 'early', { do: 'pause' });
  const [reference = ''] = await happen(1, 2);
  await tellEndpoint(env.client, 'early', { do: 'replay', from: '2099-01-01T00:00:00Z' });
  await tellEndpoint(env.client, 'early', { do: 'resume' });
  await until(() => receiver.numbersOf(reference).length === 2);
  expect(receiver.numbersOf(reference)).toEqual([1, 2]);
});

test('an event that is told again to all reaches each endpoint that takes it, whichever refuses', async () => {
  const [refusing, taking] = [await endpoint('a-refusing'), await endpoint('b-taking')];
  const [reference = ''] = await happen(1, 1);
  await until(() => taking.numbersOf(reference).length === 1);
  const { id } = taking.events[0]!;
  refusing.answer = () => 401;
  const settings = { TEMPORAL_ADDRESS: env.address, ENCRYPTION: 'off' };
  Object.assign(process.env, settings);
  const { code, out, err } = await type(`events resend ${id}`);
  for (const name of Object.keys(settings)) Reflect.deleteProperty(process.env, name);
  expect(err).toContain('a-refusing was not told: it answered 401.');
  expect([err, code]).toEqual([expect.stringContaining('1 of 2 endpoints were not told'), 1]);
  expect(out).toContain('b-taking has taken the event.');
  expect(taking.events.map(({ number }) => number)).toEqual([1, 1]);
});

test('an endpoint is paused, resumed, given a new secret, told again, and tested', async () => {
  const receiver = await endpoint('steered');
  await tellEndpoint(env.client, 'steered', { do: 'pause' });
  const [reference = ''] = await happen(1, 2);
  const older = receiver.secret;
  receiver.secret = await rotateSecret(env.client, 'steered');
  expect(receiver.events).toEqual([]);
  await tellEndpoint(env.client, 'steered', { do: 'resume' });
  await until(() => receiver.numbersOf(reference).length === 2);
  receiver.secret = older;
  await tellEndpoint(env.client, 'steered', { do: 'test' });
  expect(receiver.types.at(-1)).toBe('endpoint.test');
  const { id } = receiver.events[0]!;
  await tellEndpoint(env.client, 'steered', { do: 'resend', id });
  expect(receiver.events.map((one) => one.number)).toEqual([1, 2, 1]);
  await tellEndpoint(env.client, 'steered', { do: 'replay', from: '2000-01-01T00:00:00Z' });
  await until(() => receiver.events.filter((one) => one.id === id).length === 3);
  expect(receiver.unverified).toBe(0);
  receiver.answer = () => 500;
  await expect(tellEndpoint(env.client, 'steered', { do: 'test' })).rejects.toThrow('it answered 500');
  await expect(tellEndpoint(env.client, 'nobody', { do: 'pause' })).rejects.toThrow(
    'There is no endpoint with the reference nobody',
  );
  await expect(addEndpoint(env.client, 'steered', receiver.url)).rejects.toThrow('already');
});
