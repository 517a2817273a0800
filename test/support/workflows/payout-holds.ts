import { payoutStages } from '../../../src/domain/payout/stages';
import { holderOf } from '../../../sandbox/money/banks';
import { refusals } from '../../../src/bank/contract/refusals';
import { payoutFile } from './sample';
import type { Steered, Steering } from './steering';

/** A way to keep a payout in a stage, and the way on from there to SUCCESS. */
interface PayoutHold {
  readonly what: string;
  readonly stage: keyof typeof payoutStages;
  hold(environment: Steering): Promise<Steered>;
  goOn(payout: Steered, environment: Steering): Promise<unknown>;
}

/** From this amount on two people must approve, in the environment of these holds. */
export const APPROVED_FROM_KOBO = 10_000_000;

const operator = { actor: 'operator-1', role: 'operator' };
const payoutTo = (code: string, more: object = {}) => {
  const accountNumber = `00000000${code}`;
  return { ...payoutFile(holderOf('901', accountNumber), accountNumber, '9000000001'), ...more };
};

async function approve(payout: Steered, actor: string): Promise<void> {
  const { facts } = await payout.snapshot();
  await payout.tell('approve', { actor, role: 'approver', expectedDigest: facts.digest });
}

/** A payout that one of the two has approved. */
export async function halfApproved(environment: Steering): Promise<Steered> {
  const large = { amountKobo: APPROVED_FROM_KOBO, createdBy: 'maker-1' };
  const payout = await environment.startPayout(payoutTo('90', large));
  await payout.untilStage('APPROVAL');
  await approve(payout, 'checker-1');
  return payout;
}

/** One way to stop in each stage that a payout runs through before its end. */
export const payoutHolds: readonly PayoutHold[] = [
  {
    what: 'waits for its name to be confirmed',
    stage: 'PREPARING',
    async hold(environment) {
      const file = payoutTo('91');
      const beneficiary = { ...file.beneficiary, accountName: 'Another Person' };
      const payout = await environment.startPayout({ ...file, beneficiary });
      await payout.untilAttention();
      return payout;
    },
    goOn: (payout) => payout.tellTogether('confirmName', { ...operator, reason: 'KNOWN_ALIAS' }),
  },
  {
    what: 'waits for its second approval',
    stage: 'APPROVAL',
    hold: halfApproved,
    goOn: (payout) => approve(payout, 'checker-2'),
  },
  {
    what: 'is held by an operator',
    stage: 'APPROVED',
    async hold(environment) {
      const payout = await halfApproved(environment);
      await payout.tell('hold', { ...operator, reason: 'UNDER_REVIEW' });
      await approve(payout, 'checker-2');
      await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
      return payout;
    },
    goOn: (payout) => payout.tell('release', { ...operator, reason: 'CHECKED' }),
  },
  {
    what: 'was refused by the bank',
    stage: 'SUBMITTING',
    async hold(environment) {
      environment.parts().refusals.plan('createPayout', refusals.insufficientBalance);
      const payout = await environment.startPayout(payoutTo('92'));
      await payout.untilAttention();
      return payout;
    },
    goOn: (payout) => payout.tell('retry', operator),
  },
  {
    what: 'is pending',
    stage: 'PENDING',
    async hold(environment) {
      const payout = await environment.startPayout(payoutTo('08'));
      await payout.until(({ waiting }) => waiting?.for === 'PAYOUT_OUTCOME');
      return payout;
    },
    async goOn(payout, environment) {
      environment.bank.payouts.change((await payout.snapshot()).reference, { status: 'SUCCESS' });
    },
  },
];
