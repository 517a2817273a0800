import { Client } from '@temporalio/client';
import { reopenReversed } from '../../src/activities/notifications/wake-ups';
import { adoptPayout } from '../../src/cases/start';
import { REAL_TIME } from '../../src/domain/time/clock';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { holderOf } from '../../sandbox/money/banks';
import { payoutFile } from '../support/workflows/sample';
import { steering, type Steered, type Steering } from '../support/workflows/steering';
import { records } from '../support/replay/recording';

const SOURCE = '9000000001';
const BANK = '901';
const PAID = '0123456789';
const FAILED = '0000000004';
const REVERSED_LATER = '0000000006';
const DAY = 24 * 60;

const start = (environment: Steering, accountNumber: string, name = holderOf(BANK, accountNumber)) =>
  environment.startPayout(payoutFile(name, accountNumber, SOURCE));

async function settled(name: string, payout: Steered): Promise<Record<string, Steered>> {
  await payout.result();
  return { [name]: payout };
}

/** A payout whose beneficiary's account is held in another name. */
async function doubtful(environment: Steering): Promise<Steered> {
  const payout = await start(environment, PAID, 'Another Person');
  await payout.untilAttention();
  return payout;
}

/** A payout that had ended as paid, reopened days later. */
async function reopened(environment: Steering, accountNumber: string): Promise<Steered> {
  const payout = await start(environment, accountNumber);
  const { reference } = await payout.result<{ reference: string }>();
  await environment.sleep(3 * DAY);
  const { connection, namespace = 'default' } = environment.parts().env;
  await reopenReversed(new Client({ connection, namespace }), reference, { clock: REAL_TIME });
  return environment.found(caseId('payout', reference));
}

/** A payout that was ended by force, taken up again. */
async function adopted(environment: Steering, payout: Steered): Promise<Steered> {
  const { connection, namespace = 'default' } = environment.parts().env;
  const by = { actor: 'operator-1', role: 'operator', reason: 'MISTAKE' } as const;
  const { reference } = await payout.snapshot();
  return environment.found(await adoptPayout(new Client({ connection, namespace }), 'payout', reference, by));
}

/** Every way a payout can go, also after its end, and a flush. */
records(
  steering(),
  async (environment) => settled('payout-success', await start(environment, PAID)),
  async (environment) => settled('payout-failed', await start(environment, FAILED)),
  async (environment) => {
    environment.bank.rules.add({
      subject: 'payout',
      when: { amount: 2_500_000 },
      then: { afterSeconds: 1, reversedAfterSeconds: 1 },
      count: 1,
    });
    return settled('payout-reversed', await start(environment, PAID));
  },
  async (environment) => {
    environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    return settled('payout-reply-lost', await start(environment, PAID));
  },
  async (environment) => {
    const payout = await doubtful(environment);
    await payout.tellTogether('confirmName', { reason: 'KNOWN_ALIAS', role: 'operator' });
    return settled('payout-name-confirmed', payout);
  },
  async (environment) => {
    const payout = await doubtful(environment);
    await payout.tell('cancel', { reason: 'WRONG_BENEFICIARY', role: 'operator' });
    return settled('payout-cancelled', payout);
  },
  async (environment) => settled('reopened-payout-success', await reopened(environment, PAID)),
  async (environment) => {
    const payout = await reopened(environment, REVERSED_LATER);
    await payout.untilAttention();
    const evidence = 'ticket 17 of the bank';
    await payout.tellTogether('resolveAttention', { outcome: 'MONEY_RETURNED', evidence, role: 'operator' });
    return settled('reopened-payout-reversed', payout);
  },
  async (environment) => {
    environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    const payout = await start(environment, PAID);
    await payout.untilStage('SUBMITTING', 0.25);
    await payout.handle.terminate('by force');
    return settled('adopted-payout-success', await adopted(environment, payout));
  },
  async (environment) => {
    const { amountKobo: _amount, remark: _remark, ...file } = payoutFile(holderOf(BANK, PAID), PAID, SOURCE);
    const flush = await environment.start(workflowTypes.flush, caseId('flush', file.reference), file);
    return settled('flush-success', flush);
  },
);
