import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { approveBy, causeOfAttention, startPayout, untilShown } from '../../chaos/forgery/approved-payout';
import { watchedKeyRing, addToRing, endKey } from '../../src/authority/key-ring';
import type { SigningKey } from '../../src/authority/person-key';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { Role } from '../../src/domain/case/commands';
import { first, maker, POLICY, provenPayout, second, third } from '../support/activities/gate';
import { personKey } from '../support/authority/acts';
import { authority, signed } from '../support/authority/forgeries';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';

const folder = mkdtempSync(join(tmpdir(), 'ring-'));
const path = join(folder, 'keys.json');

/** Each test ends the key of an approver of its own. */
const leavers = [personKey('leaver-1', ['approver']), personKey('leaver-2', ['approver'])];

let env: TestEnvironment;
beforeAll(async () => {
  for (const { entry } of [first, maker, second, third, ...leavers]) addToRing(path, entry);
  const keyRing = watchedKeyRing(path, (problem) => {
    throw new Error(problem);
  });
  env = await startTestEnvironment(POLICY, {
    rate: 60,
    authority: { ...authority, keyRing },
    inRealTime: true,
  });
  await env.startWorkers();
}, 120_000);
afterAll(async () => {
  await env.stop();
  rmSync(folder, { recursive: true });
});

const told = async (key: SigningKey, role: Role, handle: WorkflowHandle, act: string, fields: object) =>
  handle.executeUpdate(act, {
    args: [await signed({ wf: handle.workflowId, act, role, fields }, {}, key)],
  });

const committed = (key: string) =>
  env.sandbox.state.committed.list({ effect: 'payout-committed', key }).length;

/** A payout that its people have approved, and that an operator holds back right before it is sent. */
async function heldBack(reference: string, approvers: readonly SigningKey[]): Promise<WorkflowHandle> {
  const handle = await startPayout(env.client, provenPayout(reference));
  await untilShown(handle, ({ stage }) => stage === 'APPROVAL');
  await told(third.key, 'operator', handle, 'hold', { reason: 'UNDER_REVIEW' });
  await approveBy(handle, approvers);
  await untilShown(handle, ({ waiting }) => waiting?.for === 'RELEASE');
  return handle;
}

test('once the key of an approver is revoked, a payout that waits for its send says why it is not sent, until another person approves it', async () => {
  const { key } = leavers[0]!;
  const handle = await heldBack('REVOKED', [second.key, key]);
  endKey(path, key.kid, 'revoked');
  await told(third.key, 'operator', handle, 'release', { reason: 'CHECKED' });
  expect(await causeOfAttention(handle)).toBe(
    'nothing was sent: 1 of 2 people in the role approver or supervisor have agreed to it as it stands; ' +
      'an approval under a key that was revoked does not count',
  );
  const { stage, facts } = await handle.query<CaseSnapshot>('case');
  expect({ stage, approvals: facts.approvals }).toEqual({ stage: 'APPROVAL', approvals: '1 of 2' });
  expect(committed('REVOKED')).toBe(0);
  await approveBy(handle, [first.key]);
  expect(await handle.result()).toMatchObject({
    status: 'SUCCESS',
    approvers: [second.key.subject, first.key.subject],
  });
  expect(committed('REVOKED')).toBe(1);
});

test('what was approved before a key is retired goes out all the same', async () => {
  const { key } = leavers[1]!;
  const handle = await heldBack('RETIRED', [second.key, key]);
  endKey(path, key.kid, 'retired');
  await told(third.key, 'operator', handle, 'release', { reason: 'CHECKED' });
  expect(await handle.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed('RETIRED')).toBe(1);
});
