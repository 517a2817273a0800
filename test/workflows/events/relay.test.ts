import { CancelledFailure, Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import {
  relayId,
  relayQuery,
  relayUpdate,
  type RelayCommand,
  type Relayed,
  type RelayRequest,
  type RelayState,
} from '../../../src/domain/events/relay';
import { EVENTS_QUEUE, WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { timeSkippingServer } from '../../support/temporal/servers';
import { workflowBundle } from '../../support/workflow-bundle';

/** An endpoint as the relay sees it: what it was asked, and how that ended. */
let requests: RelayRequest[];
let relayEvents: (request: RelayRequest) => Promise<Relayed>;
/** Posts until a command ends it. */
const untilTold = async ({ position = 7 }: RelayRequest): Promise<Relayed> => {
  const beat = setInterval(() => {
    Context.current().heartbeat();
  }, 100);
  await Context.current().cancelled.catch((error: unknown) => expect(error).toBeInstanceOf(CancelledFailure));
  clearInterval(beat);
  return { position: position + 1 };
};

let env: TestWorkflowEnvironment;
let stop: () => Promise<void>;
beforeAll(async () => {
  env = await timeSkippingServer();
  const shared = { connection: env.nativeConnection };
  const activities = {
    relayEvents: (request: RelayRequest) => {
      requests.push(request);
      return relayEvents(request);
    },
    relayOne: ({ id }: { id?: string }) => Promise.resolve(id === undefined ? undefined : 'it answered 500'),
  };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue: WORKFLOW_QUEUE, workflowBundle: workflowBundle() }),
    Worker.create({ ...shared, taskQueue: EVENTS_QUEUE, activities }),
  ]);
  const running = workers.map((worker) => worker.run());
  stop = async () => {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
    await env.teardown();
  };
});
beforeEach(() => (requests = []));
afterAll(() => stop());

let names = 0;
const start = (state: Partial<RelayState> = {}): Promise<WorkflowHandle> => {
  const name = `app-${++names}`;
  const endpoint = { name, url: 'https://receiver.example/', secrets: ['whsec_MQ=='] };
  const options = { taskQueue: WORKFLOW_QUEUE, workflowId: relayId(name) };
  return env.client.workflow.start(workflowTypes.eventRelay, { ...options, args: [{ endpoint, ...state }] });
};
const tell = (relay: WorkflowHandle, command: RelayCommand) =>
  relay.executeUpdate(relayUpdate, { args: [command] });
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

test('an endpoint that takes nothing for three days is tried ever more seldom, then paused, and a person lets it go on', async () => {
  relayEvents = ({ position = 0 }) => Promise.resolve({ position, failure: 'it answered 500' });
  const relay = await start({ position: 4 });
  await env.sleep('1 hour');
  const { failure } = await relay.query(relayQuery);
  expect(failure).toMatchObject({ last: 'it answered 500' });
  expect(failure!.tries).toBeGreaterThan(10);
  await env.sleep('80 hours');
  const { paused, position } = await relay.query(relayQuery);
  expect([paused, position]).toEqual(['it took nothing for three days: it answered 500', 4]);
  expect(requests.length).toBeLessThan(100);
  relayEvents = untilTold;
  const { view } = await tell(relay, { do: 'resume' });
  expect([view.paused, view.failure]).toEqual([undefined, undefined]);
  await until(() => requests.at(-1)?.position === 4);
  await tell(relay, { do: 'remove' });
  await relay.result();
});

test('a single event is posted beside what is under way, and its sender hears why it was not taken', async () => {
  relayEvents = untilTold;
  const relay = await start({ position: 1, paused: 'by a person' });
  expect(await tell(relay, { do: 'test' })).not.toHaveProperty('failure');
  expect(await tell(relay, { do: 'resend', id: 'x' })).toMatchObject({ failure: 'it answered 500' });
  await tell(relay, { do: 'remove' });
  await relay.result();
  expect(requests).toEqual([]);
});

test('a relay goes on in a new run, with everything that it knew', async () => {
  relayEvents = ({ position = 0 }) => Promise.resolve({ position: position + 1 });
  const relay = await start({ position: 0 });
  const first = (await relay.describe()).runId;
  await until(async () => (await relay.describe()).runId !== first);
  relayEvents = untilTold;
  await tell(relay, { do: 'pause' });
  const { position } = await relay.query(relayQuery);
  expect(position).toBeGreaterThanOrEqual(200);
  expect(requests.map(({ position: from }) => from)).toEqual(requests.map((_, turn) => turn));
  await tell(relay, { do: 'remove' });
}, 60_000);
