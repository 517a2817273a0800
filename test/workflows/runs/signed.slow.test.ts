import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { Worker } from '@temporalio/worker';
import { untilNextRun } from '../../../src/cases/commands';
import type { SignedMessage } from '../../../src/domain/case/acts';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import type { SigningKey } from '../../../src/authority/person-key';
import { temporalTarget } from '../../../src/temporal/connection';
import { connectWorkers } from '../../../src/temporal/workers';
import { first, maker, POLICY, provenPayout, second, signers } from '../../support/activities/gate';
import { ringWith } from '../../support/authority/acts';
import { authority, signed } from '../../support/authority/forgeries';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { foreignHandover } from '../../support/workflows/runs/foreign-handover';

/** Events after which a run hands over: about ten commands. */
const SHORT_RUN = 60;
const FOREIGN_QUEUE = 'foreign';

const { payout, wf } = provenPayout('PO-SEVERAL');
let env: TestEnvironment;
let handle: WorkflowHandleWithFirstExecutionRunId;
let stopForeign: () => Promise<void>;

beforeAll(async () => {
  const keyRing = ringWith(...signers.map(({ entry }) => entry));
  const settings = { rate: 600, authority: { ...authority, keyRing: () => keyRing } };
  env = await startTestEnvironment(POLICY, { ...settings, bounds: { HISTORY_MAX: SHORT_RUN } });
  await env.startWorkers();
  stopForeign = await startForeignWorker();
}, 120_000);
afterAll(async () => {
  await stopForeign();
  await env.stop();
});

/** A worker of another program, which holds the encryption keys, too. */
async function startForeignWorker(): Promise<() => Promise<void>> {
  const target = temporalTarget({ address: env.address, namespace: 'default' });
  const connection = await connectWorkers(target);
  const worker = await Worker.create({
    ...{ connection, namespace: 'default', taskQueue: FOREIGN_QUEUE },
    dataConverter: target.dataConverters.forWorkers,
    workflowsPath: require.resolve('../../support/workflows/runs/foreign-handover'),
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}

const by = (act: string, role: SigningKey['roles'][number], fields: object, { key }: { key: SigningKey }) =>
  signed({ wf, act, role, fields }, {}, key);
const tell = (act: string, message: SignedMessage) =>
  untilNextRun(() => handle.executeUpdate<{ repeated: boolean }, [object]>(act, { args: [message] }));
const note = async (text: string) => tell('addNote', await by('addNote', 'approver', { text }, first));

async function digestShown(): Promise<string> {
  let shown: CaseSnapshot | undefined;
  for (let looks = 0; looks < 100; looks++) {
    shown = await handle.query<CaseSnapshot>('case');
    if (typeof shown.facts.digest === 'string') return shown.facts.digest;
    await sleep(200);
  }
  throw new Error(`nothing was to be approved: ${JSON.stringify(shown)}`);
}

/** What the latest run was handed, as a worker reads it. */
async function handedOver(): Promise<{ carried: { input: { amountKobo: number } } }> {
  const { namespace, loadedDataConverter } = env.client.options;
  const { events } = await handle.fetchHistory();
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  const owner = { type: 'workflow', namespace, workflowId: wf } as const;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, started?.input?.payloads, owner);
  return input as never;
}

const committed = () =>
  env.sandbox.state.committed.list({ effect: 'payout-committed', key: payout.reference }).length;
let genuine: Awaited<ReturnType<typeof handedOver>>;

test('a signed and encrypted payout is sent by an approval that was taken in an earlier run', async () => {
  const args = [await by('start', 'operator', payout, maker)];
  handle = await env.client.workflow.start(workflowTypes.payout, {
    ...{ workflowId: wf, taskQueue: WORKFLOW_QUEUE, args },
  });
  const expectedDigest = await digestShown();
  const approval = await by('approve', 'approver', { expectedDigest }, first);
  await tell('approve', approval);
  for (let each = 0; each < 30; each++) await note(`note ${each}`);
  const { runId } = await handle.describe();
  expect(runId).not.toBe(handle.firstExecutionRunId);
  genuine = await handedOver();
  expect((await tell('approve', approval)).repeated).toBe(true);
  await expect(tell('approve', await by('approve', 'approver', { expectedDigest }, first))).rejects.toThrow();
  expect(committed()).toBe(0);
  await tell('approve', await by('approve', 'approver', { expectedDigest }, second));
  expect(await handle.result()).toMatchObject({ status: 'SUCCESS', approvers: ['approver-1', 'approver-2'] });
  expect(committed()).toBe(1);
}, 60_000);

test('what no earlier run has handed over is refused, and nothing is sent', async () => {
  const { carried } = genuine;
  const { under: _proof, ...unproven } = genuine as typeof genuine & { under?: unknown };
  const altered = { ...genuine, carried: { ...carried, input: { ...carried.input, amountKobo: 9 } } };
  for (const [input, why] of [
    [unproven, 'it is not signed'],
    [altered, 'its proof is for another input'],
  ] as const) {
    const made = await env.client.workflow.start(foreignHandover, {
      ...{ workflowId: wf, taskQueue: FOREIGN_QUEUE, args: [input] },
    });
    await expect(made.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining(why) },
    });
  }
  expect(committed()).toBe(1);
}, 60_000);
