import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { Worker } from '@temporalio/worker';
import { canonical, hash } from '../../../src/authority/digest';
import { untilDelivered } from '../../../src/cases/commands';
import type { SignedMessage } from '../../../src/domain/case/acts';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { temporalTarget } from '../../../src/temporal/connection';
import { connectWorkers } from '../../../src/temporal/workers';
import { usualCourse } from '../../../sandbox/scenarios/courses';
import { authority, person, receipts, signed } from '../../support/authority/forgeries';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { disburseLoan } from '../../support/sandbox/disbursed-loan';
import { foreignHandover } from '../../support/workflows/runs/foreign-handover';

/** Turns after which a run hands over, and notes that make so many. */
const TURNS_MAX = 10;
const NOTES = 15;
const FOREIGN_QUEUE = 'foreign';

let env: TestEnvironment;
let handle: WorkflowHandleWithFirstExecutionRunId;
let wf: string;
let stopForeign: () => Promise<void>;

beforeAll(async () => {
  env = await startTestEnvironment(undefined, { rate: 600, authority, bounds: { TURNS_MAX } });
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

/** Begins a repayment as a loan of a signing person does. */
async function startRepaying(): Promise<void> {
  const loanReference = 'LN-SEVERAL';
  const { id: loanId, customerId } = disburseLoan(env.sandbox.state, {
    reference: loanReference,
    terms: { principalKobo: 600_000, months: 6, monthlyInterestPercent: 0 },
    borrower: { ...usualCourse.borrower, stopsAfter: 0 },
    disbursedAt: Date.now(),
  });
  wf = caseId('repayment', loanId);
  const policy = { mode: 'observe', graceDays: 1 };
  const input = { loanReference, loanId, customerId, policy, clock: { rate: 1 } };
  const { act } = await signed({ wf: `loan:${loanReference}`, act: 'start', role: 'officer', fields: {} });
  const at = new Date().toISOString();
  const under = receipts.give(act, { wf, at, digest: hash(canonical(input)) });
  handle = await env.client.workflow.start(workflowTypes.repayment, {
    ...{ workflowId: wf, taskQueue: WORKFLOW_QUEUE, args: [{ ...input, under }] },
  });
}

const tell = (act: string, message: SignedMessage) =>
  untilDelivered(() => handle.executeUpdate<{ repeated: boolean }, [object]>(act, { args: [message] }));
const note = (text: string) =>
  signed({ wf, act: 'addNote', role: 'officer', fields: { text } }, {}, person.key);

/** What the latest run was handed, as a worker reads it. */
async function handedOver(): Promise<{ carried: { input: object } }> {
  const { namespace, loadedDataConverter } = env.client.options;
  const { events } = await env.client.workflow.getHandle(wf).fetchHistory();
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  const owner = { type: 'workflow', namespace, workflowId: wf } as const;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, started?.input?.payloads, owner);
  return input as never;
}

test('a signed and encrypted repayment goes on in a new run, which knows what the earlier one has taken', async () => {
  await startRepaying();
  const first = await note('the first note');
  await tell('addNote', first);
  const latest = env.client.workflow.getHandle(wf);
  for (let each = 0; each < NOTES; each++) await tell('addNote', await note(`note ${each}`));
  while ((await latest.describe()).runId === handle.firstExecutionRunId) await sleep(100);
  expect((await tell('addNote', first)).repeated).toBe(true);
  expect((await tell('addNote', await note('in the new run'))).repeated).toBe(false);
}, 60_000);

test('what no earlier run has handed over is refused', async () => {
  const genuine = await handedOver();
  await env.client.workflow.getHandle(wf).terminate();
  const { carried } = genuine;
  const { under: _proof, ...unproven } = genuine as typeof genuine & { under?: unknown };
  const altered = { ...genuine, carried: { ...carried, input: { ...carried.input, loanId: 'another' } } };
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
}, 60_000);
