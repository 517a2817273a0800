import { Client } from '@temporalio/client';
import { reopenReversed } from '../../../src/activities/notifications/wake-ups';
import { refusals } from '../../../src/bank/contract/refusals';
import { adoptPayout } from '../../../src/cases/start';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { holderOf } from '../../../sandbox/money/banks';
import { moveMoney } from '../../../sandbox/money/movements';
import { reversePayout } from '../../../sandbox/money/payouts';
import { loanFile, payoutFile } from './sample';
import type { Steered, Steering } from './steering';

/** A way to keep a case until a person acts, and the way on from there to its end. */
interface OtherHold {
  readonly what: string;
  hold(environment: Steering): Promise<Steered>;
  goOn(held: Steered, environment: Steering): Promise<unknown>;
}

const operator = { actor: 'operator-1', role: 'operator' };
const supervisor = { actor: 'supervisor-1', role: 'supervisor' };
const NUMBER = '0000000090';
const file = (holder = holderOf('901', NUMBER)) => payoutFile(holder, NUMBER, '9000000001');
const approval = ({ facts }: Awaited<ReturnType<Steered['snapshot']>>, actor: string) => ({
  ...{ actor, role: 'approver', expectedDigest: facts.digest },
});

function clientOf(environment: Steering): Client {
  const { connection, namespace = 'default' } = environment.parts().env;
  return new Client({ connection, namespace });
}

async function terminatedAndAdopted(environment: Steering, payout: Steered): Promise<Steered> {
  await payout.handle.terminate('by force');
  const reference = payout.handle.workflowId.replace('payout:', '');
  const by = { ...operator, role: 'operator', reason: 'MISTAKE' } as const;
  return environment.found(await adoptPayout(clientOf(environment), 'payout', reference, by));
}

const RETURNED = { ...operator, outcome: 'MONEY_RETURNED', evidence: 'Ticket T-17' };

/** A payout that was paid, and is reopened after this. */
async function reopenedAfter(
  environment: Steering,
  change: (reference: string) => unknown,
): Promise<Steered> {
  const payout = await environment.startPayout(file());
  await payout.result();
  const { reference } = await payout.snapshot();
  environment.bank.now = environment.bank.clock.now();
  change(reference);
  await reopenReversed(clientOf(environment), reference, { clock: { rate: 600 } });
  const reopened = environment.found(caseId('payout', reference));
  await reopened.untilAttention();
  return reopened;
}

let made = 0;

/** Limits that one of two people has approved. */
async function halfApprovedLimits(environment: Steering): Promise<Steered> {
  const reference = `TL-${(made += 1)}`;
  const change = { reference, createdBy: 'maker-1', accountNumber: '9000000001', dailyNaira: 20_000_000 };
  const limits = await environment.start(workflowTypes.limits, caseId('limits', reference), change);
  const shown = await limits.until(({ facts }) => facts.digest !== undefined);
  await limits.tell('approve', approval(shown, 'checker-1'));
  return limits;
}

/** One way to stop each kind of case that is neither a payout nor a loan. */
export const otherHolds: readonly OtherHold[] = [
  {
    what: 'a flush that the bank has refused',
    async hold(environment) {
      environment.parts().refusals.plan('flushAccount', refusals.insufficientBalance);
      const { amountKobo: _amount, remark: _remark, ...flush } = file();
      const input = { ...flush, createdBy: 'maker-1', source: { accountNumber: '9000000002' } };
      const held = await environment.start(workflowTypes.flush, caseId('flush', flush.reference), input);
      for (const actor of ['checker-1', 'checker-2'])
        await held.tell(
          'approve',
          approval(await held.until(({ facts }) => facts.digest !== undefined), actor),
        );
      await held.untilAttention();
      return held;
    },
    goOn: (flush) => flush.tell('retry', operator),
  },
  {
    what: 'an adopted payout that was never sent',
    async hold(environment) {
      const payout = await environment.startPayout(file('Another Person'));
      await payout.untilAttention();
      const adopted = await terminatedAndAdopted(environment, payout);
      await adopted.untilAttention();
      return adopted;
    },
    async goOn(adopted) {
      await adopted.tellTogether('confirmName', { ...operator, reason: 'KNOWN_ALIAS' });
      await adopted.until(({ waiting }) => waiting?.for === 'RELEASE');
      await adopted.tell('release', { ...operator, reason: 'CHECKED' });
    },
  },
  {
    what: 'a reopened payout that was taken back',
    hold: (environment) =>
      reopenedAfter(environment, (reference) => reversePayout(environment.bank, reference)),
    goOn: (reopened) => reopened.tellTogether('resolveAttention', RETURNED),
  },
  {
    what: 'a change of limits that waits for its second approval',
    hold: halfApprovedLimits,
    goOn: async (limits) => limits.tell('approve', approval(await limits.snapshot(), 'checker-2')),
  },
  {
    what: 'a change of limits that the bank has refused',
    async hold(environment) {
      environment.parts().refusals.plan('updateTransferLimits', refusals.accountNotFound);
      const limits = await halfApprovedLimits(environment);
      await limits.tell('approve', approval(await limits.snapshot(), 'checker-2'));
      await limits.untilAttention();
      return limits;
    },
    goOn: (limits) => limits.tell('retry', operator),
  },
  {
    what: 'a reconciliation that has found a difference',
    async hold(environment) {
      const { bank } = environment;
      bank.now = bank.clock.now();
      const taken = { from: '9000000003', to: 'outside', amountKobo: 70_000, description: 'Office rent' };
      moveMoney(bank, { ...taken, category: 'TRANSFER' });
      const id = `reconciliation:R-${(made += 1)}`;
      // What was taken must lie before the end of the period, which a case shows in whole seconds.
      await environment.sleep(10);
      const held = await environment.start(workflowTypes.reconciliation, id, { account: '9000000003' });
      await held.untilAttention();
      return held;
    },
    goOn: (reconciliation) =>
      reconciliation.tell('resolveAttention', {
        ...supervisor,
        outcome: 'EXPLAINED',
        evidence: 'Ticket T-12',
      }),
  },
  {
    what: 'an enrolment that the bank has refused',
    async hold(environment) {
      environment.parts().refusals.plan('createAccount', { status: 400, message: 'no accounts today' });
      const { customer } = loanFile();
      const id = `enrolment:${customer.reference}`;
      const enrolment = await environment.start(workflowTypes.enrolment, id, { customer });
      await enrolment.untilAttention();
      return enrolment;
    },
    goOn: (enrolment) => enrolment.tell('retry'),
  },
];
