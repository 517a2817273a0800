import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure, type Duration } from '@temporalio/common';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { openRecords, type OpenRecords, type Records } from '../../../src/records/records';
import { acknowledging, testRecords, type TestRecords } from '../../support/records/database';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const NUMBER = '0000000071';
const file = () => payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');

/** So long the bank keeps a call waiting. */
const HELD_MS = 1_500;

let database: TestRecords;
let store: OpenRecords;
let isAway = false;
/** The reference of a payout: the database goes away once the bank has taken it, however many sends that takes. */
let goesAwayWith: string | undefined;
/** What the fence has said to each send. */
const said: string[] = [];

const POLICY: PayoutPolicy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 4_000_000, approvals: 1, roles: ['approver'] }],
};

/** A database that can go away. */
const environment = steering(undefined, POLICY, async () => {
  database = await testRecords();
  store = openRecords(database.roles, database.keys);
  const admit: Records['effects']['admit'] = async (...given) => {
    if (isGone()) throw new Error('the database is away');
    const admission = await store.effects.admit(...given);
    said.push(admission.what);
    return admission;
  };
  return { ...acknowledging, append: (given) => store.append(given), effects: { ...store.effects, admit } };
});
afterEach(() => {
  isAway = false;
  goesAwayWith = undefined;
  said.length = 0;
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

const isGone = () => isAway || (goesAwayWith !== undefined && committed(goesAwayWith) > 0);

test('without the database a first send waits, says for what, and goes out by itself when it is back', async () => {
  isAway = true;
  const payout = await environment.startPayout(file());
  const { waiting, stage, reference } = await payout.until((snapshot) => snapshot.waiting !== undefined, 1);
  expect(waiting).toMatchObject({ for: 'RECORDS', on: 'operator' });
  expect(stage).toBe('SUBMITTING');
  const { attention } = await payout.untilAttention();
  expect(attention?.cause).toContain('database of the records');
  expect(committed(reference)).toBe(0);
  isAway = false;
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout that was sent before the database went away is followed to its end', async () => {
  const given = file();
  goesAwayWith = given.reference;
  const payout = await environment.startPayout(given);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(isGone()).toBe(true);
});

test('a payout that is sent again after two sends that did not arrive is admitted each time: its run knows of them', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 2 });
  const given = file();
  expect(await (await environment.startPayout(given)).result()).toMatchObject({ status: 'SUCCESS' });
  expect(said).toEqual(['admitted', 'admitted', 'admitted']);
  expect(committed(given.reference)).toBe(1);
});

/** A payout that the bank takes while anybody fails its send in the place of its worker, so that the server tries again. */
async function failedByAnybody(nextRetryDelay: Duration) {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  environment.plant({ kind: 'latency', milliseconds: HELD_MS, operations: ['createPayout'], count: 1 });
  const given = file();
  const payout = await environment.startPayout(given);
  while (said.length === 0) await sleep(50);
  const { workflowId } = payout.handle;
  const { raw } = await payout.handle.describe();
  const { activityId = '' } = raw.pendingActivities?.[0] ?? {};
  const { activity } = environment.parts().env.client;
  const again = ApplicationFailure.create({ type: 'SERVICE_UNAVAILABLE', nextRetryDelay });
  await activity.fail({ workflowId, activityId: activityId ?? '' }, again);
  // In a moment of the server's time, days could pass while the bank has the first call.
  await sleep(2 * HELD_MS);
  return { payout, reference: given.reference };
}

test('a send that anybody fails in the place of its worker, so that the server tries again, pays once, though the bank would twice', async () => {
  const { payout, reference } = await failedByAnybody('1s');
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(said).toEqual(['admitted']);
  expect(committed(reference)).toBe(1);
});

test('a payout is not cancelled between two attempts where the first has sent it, whoever had that one failed', async () => {
  const { payout, reference } = await failedByAnybody('1h');
  const cancelling = { actor: 'operator-1', role: 'operator', reason: 'WRONG_BENEFICIARY' };
  expect(await payout.refusal('cancel', cancelling)).toContain('It may have been sent already');
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout that is started a second time reads what became of the first, and pays nothing, though the bank would', async () => {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  const given = file();
  await (await environment.startPayout(given)).result();
  const again = await environment.startPayout(given);
  expect(await again.result()).toMatchObject({ status: 'SUCCESS' });
  expect((await again.snapshot()).timeline.map(({ what }) => what)).toContain(
    'The reply to a write was lost; reading what became of it',
  );
  expect(committed(given.reference)).toBe(1);
});

test('a payout that is started a second time is neither cancelled nor rejected, since the first has sent it: it goes on', async () => {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  const given = { ...file(), amountKobo: 5_000_000, createdBy: 'maker-1' };
  const inApproval = async () => {
    const payout = await environment.startPayout(given);
    const { facts } = await payout.untilStage('APPROVAL');
    const approving = { actor: 'checker-1', role: 'approver', expectedDigest: facts.digest };
    return { payout, approve: () => payout.tell('approve', approving) };
  };
  const first = await inApproval();
  await first.approve();
  await first.payout.result();
  const { payout, approve } = await inApproval();
  const [operator, approver] = [
    { actor: 'operator-1', role: 'operator', reason: 'NO_LONGER_NEEDED' },
    { actor: 'checker-1', role: 'approver', reason: 'NOT_JUSTIFIED' },
  ];
  expect(await payout.refusal('cancel', operator)).toContain('An earlier run of it may have sent it');
  expect(await payout.refusal('reject', approver)).toContain('An earlier run of it may have sent it');
  await approve();
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(given.reference)).toBe(1);
});

test('another payout under the reference of an earlier one is not sent, and its case says why', async () => {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  const given = file();
  await (await environment.startPayout(given)).result();
  const again = await environment.startPayout({ ...given, amountKobo: 3_000_000 });
  const { attention } = await again.untilAttention();
  expect(attention?.cause).toContain('another payout was begun under this reference before');
  expect(committed(given.reference)).toBe(1);
});

test('a payout that the bank refused in words of its own goes out amended, after its approval had lapsed', async () => {
  environment.parts().refusals.plan('createPayout', { status: 402, message: 'not enough in the purse' });
  const given = { ...file(), amountKobo: 5_000_000, createdBy: 'maker-1' };
  const payout = await environment.startPayout(given);
  const approve = async () => {
    const { facts } = await payout.untilStage('APPROVAL');
    await payout.tell('approve', { actor: 'checker-1', role: 'approver', expectedDigest: facts.digest });
  };
  await approve();
  await payout.untilStage('SUBMITTING');
  await payout.untilAttention();
  await environment.sleep(73 * 60);
  await payout.tell('retry', { actor: 'operator-1', role: 'operator' });
  await payout.untilStage('APPROVAL');
  await payout.tell('amend', { actor: 'maker-1', role: 'operator', amountKobo: 4_000_000 });
  await payout.until(({ facts }) => facts.amountKobo === 4_000_000 && facts.digest !== undefined, 1);
  await approve();
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(said).toEqual(['admitted', 'doubted', 'admitted']);
  const sent = environment.bank.committed.list({ effect: 'payout-committed', key: given.reference });
  expect(sent.map(({ amountKobo }) => amountKobo)).toEqual([4_000_000]);
});
