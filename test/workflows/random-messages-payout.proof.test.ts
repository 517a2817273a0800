import { payoutCommands } from '../../src/domain/payout/commands';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { fuzz } from '../support/workflows/fuzzing';
import { APPROVED_FROM_KOBO, halfApproved, payoutHolds } from '../support/workflows/payout-holds';
import { steering } from '../support/workflows/steering';

const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: APPROVED_FROM_KOBO, approvals: 2, roles: ['approver', 'supervisor'] }],
});

test.each(payoutHolds)(
  'six hundred messages that make no sense change nothing in a payout that $what, and it is paid once',
  async (held) => {
    const payout = await held.hold(environment);
    const { reference, stage } = await payout.snapshot();
    expect(stage).toBe(held.stage);
    await fuzz(payout, payoutCommands, 600, payoutHolds.indexOf(held) + 1);
    await held.goOn(payout, environment);
    expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
    const committed = environment.bank.committed.list({ effect: 'payout-committed', key: reference });
    expect(committed).toHaveLength(1);
  },
  60_000,
);

test.each([
  ['by who made it', { actor: 'maker-1', role: 'approver' }],
  ['by who approved it before', { actor: 'checker-1', role: 'approver' }],
  ['in a role that the policy does not take', { actor: 'checker-2', role: 'officer' }],
])('an approval %s is refused with what is allowed instead', async (_what, who) => {
  const payout = await halfApproved(environment);
  const expectedDigest = (await payout.snapshot()).facts.digest;
  const sentence = await payout.refusal('approve', { ...who, expectedDigest });
  expect(sentence).toContain('commands allowed now: approve, reject');
});
