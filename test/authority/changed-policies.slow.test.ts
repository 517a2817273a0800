import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { approveBy, startApproved } from '../../chaos/forgery/approved-payout';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { PayoutPolicy } from '../../src/domain/payout/policy';
import { first, POLICY, provenPayout, second, signers } from '../support/activities/gate';
import { ringWith } from '../support/authority/acts';
import { authority } from '../support/authority/forgeries';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';

const LOOKS_MAX = 900;

const asking = (approvals: number, version: number): PayoutPolicy => ({
  ...{ ...POLICY, version },
  approvals: [{ fromKobo: 0, approvals, roles: ['approver'] }],
});

const ring = ringWith(...signers.map(({ entry }) => entry));
let env: TestEnvironment;

beforeAll(async () => {
  env = await startTestEnvironment(undefined, { rate: 60, authority: { ...authority, keyRing: () => ring } });
});
afterAll(() => env.stop());
afterEach(() => env.stopWorkers());

async function until(handle: WorkflowHandle, reached: (snapshot: CaseSnapshot) => boolean): Promise<void> {
  for (let looks = 0; !reached(await handle.query<CaseSnapshot>('case')); looks++) {
    if (looks > LOOKS_MAX) throw new Error(JSON.stringify(await handle.query<CaseSnapshot>('case')));
    await sleep(100);
  }
}

async function workersBy(policy: PayoutPolicy): Promise<void> {
  await env.stopWorkers();
  await env.startWorkers(policy);
}

const isSent = ({ stage }: CaseSnapshot) => stage === 'SUBMITTED' || stage === 'SUCCESS';
const sends = (reference: string) =>
  env.sandbox.state.committed.list({ effect: 'payout-committed', key: reference }).length;

test('a payout that meets a stricter policy waits for the approvals it lacks, and what was given counts', async () => {
  const payout = provenPayout('STRICTER-1');
  await workersBy(asking(1, 1));
  const { handle } = await startApproved(env.client, payout, []);
  await workersBy(asking(2, 2));
  await approveBy(handle, [first.key]);
  await until(handle, ({ facts, stage }) => stage === 'APPROVAL' && facts.approvals === '1 of 2');
  expect(sends('STRICTER-1')).toBe(0);
  await approveBy(handle, [second.key]);
  await until(handle, isSent);
  expect(sends('STRICTER-1')).toBe(1);
});

test('a payout that was opened under a stricter policy still takes as many approvals', async () => {
  const payout = provenPayout('LAXER-1');
  await workersBy(asking(2, 2));
  const { handle } = await startApproved(env.client, payout, [first.key]);
  await workersBy(asking(1, 3));
  await until(handle, ({ facts }) => facts.approvals === '1 of 2');
  expect(sends('LAXER-1')).toBe(0);
  await approveBy(handle, [second.key]);
  await until(handle, isSent);
  expect(sends('LAXER-1')).toBe(1);
});

test('a payout waits, and says for what, until a worker with a policy as new as its own is there', async () => {
  const payout = provenPayout('OLDER-1');
  await workersBy(asking(1, 2));
  const { handle } = await startApproved(env.client, payout, []);
  await workersBy(asking(1, 1));
  await approveBy(handle, [first.key]);
  await until(handle, ({ waiting }) => waiting?.for === 'POLICY');
  expect(sends('OLDER-1')).toBe(0);
  await workersBy(asking(1, 2));
  await until(handle, isSent);
  expect(sends('OLDER-1')).toBe(1);
});
