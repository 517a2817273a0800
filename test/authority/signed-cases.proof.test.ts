import type { WorkflowHandle } from '@temporalio/client';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { CommandReceipt } from '../../src/domain/case/commands';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { batchChunkId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { faultSchema } from '../../sandbox/faults';
import {
  authority,
  FORGER,
  forgeries,
  sampleFields,
  signed,
  type Target,
} from '../support/authority/forgeries';
import { reopened, repayment, signedCases, startedKinds, startKind } from '../support/authority/signed-cases';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';
import { kinds, type StartableNoun } from '../../src/domain/kinds';

const policy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 0, approvals: 1, roles: ['approver', 'supervisor'] as const }],
};

let env: TestEnvironment;
const attempts = { messages: 0, taken: 0, twins: 0 };

beforeAll(async () => {
  env = await startTestEnvironment(policy, { rate: 1, authority });
  // A reconciliation that cannot read a statement goes on comparing.
  const fault = { kind: 'error-before', status: 503, operations: ['listTransactions'] };
  env.sandbox.state.faults.plant(faultSchema.parse(fault));
  await env.startWorkers();
}, 120_000);
afterAll(async () => {
  process.stdout.write(
    `forged: ${attempts.messages} messages, ${attempts.taken} taken; ${attempts.twins} twins taken\n`,
  );
  await env.stop();
});

const snapshotOf = (handle: WorkflowHandle) => handle.query<CaseSnapshot>('case');

async function settled(handle: WorkflowHandle): Promise<CaseSnapshot> {
  let seen = '';
  for (let round = 0; round < 200; round++) {
    const snapshot = await snapshotOf(handle);
    const now = JSON.stringify([
      snapshot.stage,
      snapshot.commands,
      snapshot.waiting?.for,
      snapshot.attention?.cause,
    ]);
    if (now === seen && snapshot.commands.includes('addNote')) return snapshot;
    seen = now;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  throw new Error(`it never came to rest: ${seen}`);
}

const told = async (handle: WorkflowHandle, name: string, message: object): Promise<boolean> => {
  attempts.messages++;
  return handle.executeUpdate(name, { args: [message] }).then(
    () => true,
    () => false,
  );
};

test.each(Object.entries(signedCases))(
  'no forged command steers a %s, and its legitimate twin does',
  async (_kind, { commands, start }) => {
    const handle = await start(env);
    const before = await settled(handle);
    expect(before.facts).not.toHaveProperty('authority');
    const taken: string[] = [];
    for (const [name, { roles }] of Object.entries(commands)) {
      const fields = {
        ...sampleFields(commands, name),
        ...(name === 'approve' && { expectedDigest: before.facts.digest }),
      };
      const target: Target = { wf: handle.workflowId, act: name, role: roles[0] ?? 'operator', fields };
      for (const [how, forge] of Object.entries(forgeries)) {
        const message = await forge(target);
        if (await told(handle, name, message)) taken.push(`${name} ${how}`);
        if (before.commands.includes(name) && how !== 'expired') await handle.signal(name, message);
      }
    }
    attempts.taken += taken.length;
    expect(taken).toEqual([]);
    const after = await settled(handle);
    expect(after.stage).toBe(before.stage);
    expect(after.timeline.filter(({ by }) => by !== 'system')).toEqual(
      before.timeline.filter(({ by }) => by !== 'system'),
    );
    expect(JSON.stringify(after.timeline)).not.toContain(FORGER);
    await expectTwin(handle, commands.addNote?.roles[0] ?? 'operator');
  },
  400_000,
);

/** A signed note is taken as an update and as a signal; repeated, it changes nothing. */
async function expectTwin(handle: WorkflowHandle, role: Target['role']): Promise<void> {
  const note = (text: string) => signed({ wf: handle.workflowId, act: 'addNote', role, fields: { text } });
  const message = await note('by update');
  const first = await handle.executeUpdate<CommandReceipt, [object]>('addNote', { args: [message] });
  const again = await handle.executeUpdate<CommandReceipt, [object]>('addNote', { args: [message] });
  expect([first.repeated, again.repeated]).toEqual([false, true]);
  const bySignal = await note('by signal');
  await handle.signal('addNote', bySignal);
  await handle.signal('addNote', bySignal);
  await handle.executeUpdate('addNote', { args: [await note('last')] });
  const { timeline } = await snapshotOf(handle);
  const notes = timeline
    .filter(({ by, what }) => by === `${role} officer-1` && what.startsWith('Add a note'))
    .map(({ what }) => what);
  expect(notes).toHaveLength(3);
  attempts.twins += 2;
}

test.each(Object.keys(startedKinds))(
  'no forged start begins a %s',
  async (kind) => {
    let number = 1_000;
    for (const forge of Object.values(forgeries)) {
      const input = startedKinds[kind]!.input(number++);
      const target = {
        wf: startedKinds[kind]!.idOf(input),
        act: 'start',
        role: kinds[kind as StartableNoun].start.roles[0] ?? 'officer',
        fields: input,
      };
      const handle = await startKind(env, kind, await forge(target));
      attempts.messages++;
      await expect(handle.result()).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/ act|signed|salt|its fields/) },
      });
    }
  },
  200_000,
);

test.each([
  [
    'a chunk of a batch',
    workflowTypes.batchChunk,
    batchChunkId('BT-1', 1),
    {
      batch: 'BT-1',
      chunk: 1,
      createdBy: FORGER,
      sourceAccountNumber: '9000000001',
      clock: { rate: 1 },
      control: { slots: 1, paused: false, cancelled: false },
      rows: [],
    },
  ],
  ['a repayment', workflowTypes.repayment, 'repayment:made-up', repayment],
  ['a reopened payout', workflowTypes.reopenedPayout, 'payout:made-up', reopened],
])(
  '%s that no case has begun ends at once',
  async (_what, type, workflowId, input) => {
    const at = new Date().toISOString();
    const stolen = authority.receipts.give('', { wf: workflowId, at, digest: 'of another input' });
    const foreign = { ...stolen, receipt: { ...stolen.receipt, mac: 'A'.repeat(43) } };
    for (const args of [[input], [{ ...input, under: stolen }], [{ ...input, under: foreign }]]) {
      const handle = await env.client.workflow.start(type, {
        workflowId,
        taskQueue: WORKFLOW_QUEUE,
        args,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
      attempts.messages++;
      await expect(handle.result()).rejects.toThrow();
    }
  },
  60_000,
);

test('no forged message has moved money', () => {
  expect(env.sandbox.state.committed.list({ effect: 'payout-committed' })).toEqual([]);
});
