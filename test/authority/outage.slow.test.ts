import { setTimeout as sleep } from 'node:timers/promises';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { authority, person, signed } from '../support/authority/forgeries';
import { startedKinds } from '../support/authority/signed-cases';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';

let env: TestEnvironment;

beforeAll(async () => {
  const approvals = [{ fromKobo: 0, approvals: 1, roles: ['approver'] as const }];
  env = await startTestEnvironment({ ...USUAL_PAYOUT_POLICY, approvals }, { rate: 1, authority });
}, 120_000);
afterAll(() => env.stop());

/** An act that counts for some seconds more, by the skew that is allowed. */
const nearlyExpired = (deed: { wf: string; act: string; fields: object }) =>
  signed({ ...deed, role: 'operator' }, { lifetimeSeconds: 1 }, person.key, Date.now() - 20_000);

test('what was signed before an outage of all workers counts after it, though its acts have expired meanwhile', async () => {
  const { type, idOf, input } = startedKinds.limits!;
  const wf = idOf(input(1));
  const started = await nearlyExpired({ wf, act: 'start', fields: input(1) });
  const handle = await env.client.workflow.start(type, {
    workflowId: wf,
    taskQueue: WORKFLOW_QUEUE,
    args: [started],
  });
  await handle.signal('addNote', await nearlyExpired({ wf, act: 'addNote', fields: { text: 'in time' } }));
  await sleep(15_000);
  await env.startWorkers();
  const late = await nearlyExpired({ wf, act: 'addNote', fields: { text: 'late' } });
  await sleep(15_000);
  await handle.signal('addNote', late);
  await handle.executeUpdate('addNote', {
    args: [await signed({ wf, act: 'addNote', role: 'operator', fields: { text: 'last' } })],
  });
  const { stage, timeline } = await handle.query<CaseSnapshot>('case');
  expect(stage).toBe('APPROVAL');
  expect(timeline.filter(({ by }) => by === 'operator officer-1')).toHaveLength(2);
  expect(timeline.filter(({ note = '' }) => note.includes('has expired'))).toHaveLength(1);
}, 180_000);
