import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { approvalContentQuery } from '../../../src/domain/wire/messages';
import { crowd, runsOf, shortAndLong, told } from '../../support/workflows/runs/handovers';
import { APPROVED_FROM_KOBO, halfApproved, payoutHolds } from '../../support/workflows/runs/payout-holds';
import type { Steering } from '../../support/workflows/steering';

const environment = shortAndLong(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: APPROVED_FROM_KOBO, approvals: 2, roles: ['approver'] }],
});

/** The whole course of a payout that is crowded with messages while it is held. */
async function courseOf(among: Steering, held: (typeof payoutHolds)[number]) {
  const payout = await held.hold(among);
  await crowd(payout);
  await held.goOn(payout, among);
  const { status } = await payout.result<{ status: string }>();
  const last = await payout.snapshot();
  const committed = among.bank.committed.list({ key: last.reference }).map(({ effect }) => effect);
  const runs = await runsOf(among, payout.handle.workflowId);
  return { runs: runs.length, end: { status, committed, ...told(last) } };
}

test.each(payoutHolds)(
  'a payout that $what lives in several runs as it does in one',
  async (held) => {
    const inOne = await courseOf(environment('long'), held);
    const inSeveral = await courseOf(environment('short'), held);
    expect(inOne.runs).toBe(1);
    expect(inSeveral.runs).toBeGreaterThan(1);
    expect(inSeveral.end).toEqual(inOne.end);
  },
  60_000,
);

test('what an approval stands for is told in a later run as it was in the first', async () => {
  const among = environment('short');
  const payout = await halfApproved(among);
  const content = () => payout.handle.query<unknown>(approvalContentQuery);
  const first = await content();
  expect(first).toEqual(expect.arrayContaining(['0000000090']));
  await crowd(payout);
  expect((await runsOf(among, payout.handle.workflowId)).length).toBeGreaterThan(1);
  // A run that has just begun makes the digest again first.
  let later = await content();
  while (later === undefined) later = await content();
  expect(later).toEqual(first);
  await payout.handle.terminate();
}, 60_000);
