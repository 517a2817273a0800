import type { WorkflowHandle } from '@temporalio/client';
import { approveBy, startPayout, untilShown } from '../../chaos/forgery/approved-payout';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { first, POLICY, provenPayout, second, signers } from '../support/activities/gate';
import { ringWith } from '../support/authority/acts';
import { authority, person, signed } from '../support/authority/forgeries';
import { startedKinds } from '../support/authority/signed-cases';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';
import { kinds, type StartableNoun } from '../../src/domain/kinds';

const HOUR_MS = 3_600_000;
const PAYOUTS = 10;

let env: TestEnvironment;
beforeAll(async () => {
  const keyRing = new Map([...authority.keyRing(), ...ringWith(...signers.map(({ entry }) => entry))]);
  const settings = { ...authority, keyRing: () => keyRing };
  env = await startTestEnvironment(POLICY, { rate: 60, authority: settings, inRealTime: true });
  await env.startWorkers();
}, 120_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await env.stop();
});

/** From now on the workers' machine shows an hour more than the server did when it took what it holds. */
function passAnHour(): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR_MS);
}

/** A payout that waits for its second approval. */
async function halfApproved(reference: string) {
  const handle = await startPayout(env.client, provenPayout(reference));
  return { handle, digest: await approveBy(handle, [first.key]) };
}

/** A case of a kind, by an act of its maker. */
async function begin(kind: string): Promise<WorkflowHandle> {
  const { type, idOf, input } = startedKinds[kind]!;
  const [fields, role] = [input(1), kinds[kind as StartableNoun].start.roles[0] ?? 'operator'];
  const workflowId = idOf(fields);
  const args = [await signed({ wf: workflowId, act: 'start', role, fields })];
  return env.client.workflow.start(type, { workflowId, taskQueue: WORKFLOW_QUEUE, args });
}

const approve = async ({ handle, digest }: Awaited<ReturnType<typeof halfApproved>>) => {
  const deed = { wf: handle.workflowId, act: 'approve', role: 'approver' } as const;
  await handle.signal(
    'approve',
    await signed({ ...deed, fields: { expectedDigest: digest } }, {}, second.key),
  );
};

const note = (handle: WorkflowHandle, text: string, nowMs: number) =>
  signed(
    { wf: handle.workflowId, act: 'addNote', role: 'operator', fields: { text } },
    {},
    person.key,
    nowMs,
  );

test('after an hour without any worker, all starts and signals count that were signed and sent before, and none that had expired', async () => {
  const references = Array.from({ length: PAYOUTS }, (_, number) => `AWAY-${number}`);
  const waiting = await Promise.all(references.map(halfApproved));
  await env.stopWorkers();
  for (const payout of waiting) await approve(payout);
  const begun = await Promise.all(Object.keys(startedKinds).map(begin));
  for (const handle of begun) {
    await handle.signal('addNote', await note(handle, 'in time', Date.now()));
    await handle.signal('addNote', await note(handle, 'too late', Date.now() - HOUR_MS));
  }
  passAnHour();
  await env.startWorkers();

  for (const { handle } of waiting) expect(await handle.result()).toMatchObject({ status: 'SUCCESS' });
  const paid = env.sandbox.state.committed.list({ effect: 'payout-committed' }).map(({ key }) => key);
  expect(paid.filter((key) => key.startsWith('AWAY-')).sort()).toEqual(references);
  for (const handle of begun) {
    const { timeline } = await untilShown(handle, (shown) =>
      shown.timeline.some(({ note: said = '' }) => said.includes('has expired')),
    );
    expect(timeline.filter(({ by }) => by === 'operator officer-1')).toHaveLength(1);
  }
});
