import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { crowd, runsOf, shortAndLong, told } from '../../support/workflows/runs/handovers';
import { otherHolds } from '../../support/workflows/runs/other-holds';
import { APPROVED_FROM_KOBO } from '../../support/workflows/runs/payout-holds';
import type { Steering } from '../../support/workflows/steering';

const environment = shortAndLong(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: APPROVED_FROM_KOBO, approvals: 2, roles: ['approver'] }],
});

/** The whole course of a case that is crowded with messages while it is held, and what the bank has done meanwhile. */
async function courseOf(among: Steering, kind: (typeof otherHolds)[number]) {
  const before = among.bank.committed.list().length;
  const held = await kind.hold(among);
  await crowd(held);
  const { length: runs } = await runsOf(among, held.handle.workflowId);
  await kind.goOn(held, among);
  const { status = 'none' } = await held.result<{ status?: string }>();
  const effects = among.bank.committed.list().slice(before);
  return {
    runs,
    end: { status, effects: effects.map(({ effect }) => effect), ...told(await held.snapshot()) },
  };
}

test.each(otherHolds)(
  '$what lives in several runs as it does in one',
  async (held) => {
    const inOne = await courseOf(environment('long'), held);
    const inSeveral = await courseOf(environment('short'), held);
    expect(inOne.runs).toBe(1);
    expect(inSeveral.runs).toBeGreaterThan(1);
    expect(inSeveral.end).toEqual(inOne.end);
  },
  60_000,
);
