import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { approveBy, startApproved } from '../../chaos/forgery/approved-payout';
import type { SigningKey } from '../../src/authority/person-key';
import { untilDelivered } from '../../src/cases/commands';
import type { CommandReceipt, Role } from '../../src/domain/case/commands';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import {
  first,
  maker,
  POLICY,
  provenPayout,
  second,
  signers,
  third,
  type ProvenPayout,
} from '../support/activities/gate';
import { ringWith } from '../support/authority/acts';
import { authority, signed } from '../support/authority/forgeries';
import { workflowBundle } from '../support/workflow-bundle';
import { fastServers } from '../support/workflows/fast-server';

const APPROVERS = [first.key, second.key];
/** A test that waits for something that never comes must say so itself. */
const LOOKS_MAX = 600;

const ring = ringWith(...signers.map(({ entry }) => entry));
const environment = fastServers(() => ({
  signed: {
    policy: POLICY,
    bundle: workflowBundle(),
    authority: { ...authority, keyRing: () => ring },
  },
}))('signed');

const client = () => environment.parts().env.client;

const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference });

const sentBy =
  (key: SigningKey, role: Role) => async (handle: WorkflowHandle, act: string, fields: object) => {
    const args: [object] = [await signed({ wf: handle.workflowId, act, role, fields }, {}, key)];
    return untilDelivered(() => handle.executeUpdate<CommandReceipt, [object]>(act, { args }));
  };
const byOperator = sentBy(third.key, 'operator');
const byApprover = sentBy(first.key, 'approver');

async function until(handle: WorkflowHandle, reached: (snapshot: CaseSnapshot) => boolean): Promise<void> {
  for (let looks = 0; !reached(await handle.query<CaseSnapshot>('case')); looks++) {
    if (looks > LOOKS_MAX) throw new Error(JSON.stringify(await handle.query<CaseSnapshot>('case')));
    await sleep(100);
  }
}

const hasLostReply = ({ timeline }: CaseSnapshot) =>
  timeline.some(({ what }) => what.includes('reply to a write was lost'));

async function adopt({ wf }: ProvenPayout): Promise<WorkflowHandle> {
  const { runId } = await client().workflow.getHandle(wf).describe();
  const deed = { wf, act: 'adopt', role: 'operator', fields: { runId, reason: 'MISTAKE' } } as const;
  return client().workflow.start(workflowTypes.adoptedPayout, {
    workflowId: wf,
    taskQueue: WORKFLOW_QUEUE,
    args: [await signed(deed, {}, third.key)],
  });
}

/** Sends again what the bank may have: a second person agrees. */
async function retryTogether(handle: WorkflowHandle): Promise<void> {
  const { proposed: expectedDigest } = await byOperator(handle, 'retry', {});
  expect(expectedDigest).toBeDefined();
  await byApprover(handle, 'confirmProposal', { expectedDigest });
}

/** What people do with a payout before it is approved. */
type Messages = (handle: WorkflowHandle) => Promise<unknown>;

/** Its only send never arrives, and its run is ended by force. */
async function endedUnanswered(payout: ProvenPayout, before: Messages): Promise<void> {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  const { handle } = await startApproved(client(), payout, []);
  await before(handle);
  await approveBy(handle, APPROVERS);
  await until(handle, hasLostReply);
  await handle.terminate('by force');
}

const untouched: Messages = () => Promise.resolve();

const amended: Messages = async (handle) => {
  const { facts } = await handle.query<CaseSnapshot>('case');
  await byOperator(handle, 'amend', { amountKobo: 3_000_000 });
  await until(handle, (now) => typeof now.facts.digest === 'string' && now.facts.digest !== facts.digest);
};

test.each<[string, Messages, number]>([
  ['was approved', untouched, 2_500_000],
  ['was changed and approved', amended, 3_000_000],
])(
  'a payout that %s, never arrived and was ended by force is adopted and sent again, as its people have signed it',
  async (_how, before, amountKobo) => {
    const payout = provenPayout(`ADOPTED-${Date.now()}`);
    await endedUnanswered(payout, before);
    const adopted = await adopt(payout);
    await until(adopted, ({ attention }) => attention !== undefined);
    await retryTogether(adopted);
    expect(await adopted.result()).toMatchObject({ status: 'SUCCESS', amountKobo });
    expect(committed(payout.payout.reference)).toMatchObject([{ amountKobo }]);
  },
  150_000,
);

test('an adopted payout that was never sent is sent once others than its maker have approved it', async () => {
  const payout = provenPayout('ADOPTED-UNSENT');
  const { handle } = await startApproved(client(), payout, []);
  await handle.terminate('by force');
  const adopted = await adopt(payout);
  await expect(approveBy(adopted, [maker.key])).rejects.toMatchObject({ name: 'WorkflowUpdateFailedError' });
  await approveBy(adopted, APPROVERS);
  await until(adopted, ({ waiting }) => waiting?.for === 'RELEASE');
  await byOperator(adopted, 'release', { reason: 'CHECKED' });
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed('ADOPTED-UNSENT')).toHaveLength(1);
}, 150_000);
