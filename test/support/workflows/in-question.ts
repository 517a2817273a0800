import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { payoutFile } from './sample';
import { steering, type Steered } from './steering';

export const LARGE = 5_000_000;

export const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  commands: {
    ...USUAL_PAYOUT_POLICY.commands,
    amend: {
      roles: ['supervisor'],
      confirmations: [{ fromKobo: LARGE, approvals: 2, roles: ['approver', 'supervisor'] }],
    },
  },
});

export const NUMBER = '0000000093';
export const operator = (actor: string) => ({ actor, role: 'operator' });
export const approver = (actor: string) => ({ actor, role: 'approver' });
export const supervisor = (actor: string) => ({ actor, role: 'supervisor' });
export const confirmName = { ...operator('operator-1'), reason: 'KNOWN_ALIAS' };

/** A payout that waits for a person's word on the name of its beneficiary. */
export async function inQuestion(more: object = {}): Promise<Steered> {
  const file = payoutFile('Another Person', NUMBER, '9000000001');
  const payout = await environment.startPayout({ ...file, createdBy: 'maker-1', ...more });
  await payout.untilAttention();
  return payout;
}
export const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;
