import { setTimeout as sleep } from 'node:timers/promises';
import { refusals } from '../../../src/bank/contract/refusals';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const NUMBER = '0000000071';
const operator = { actor: 'operator-1', role: 'operator' };
const fraud = { ...operator, reason: 'SUSPECTED_FRAUD' };
const cancelling = { ...operator, reason: 'WRONG_BENEFICIARY' };
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

const start = () => environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));

/** A payout whose send is tried for hours, since the bank does not take our keys. */
async function notGoingOut(): Promise<Steered> {
  environment.parts().refusals.plan('createPayout', { status: 401, message: 'no' }, 1_000);
  const payout = await start();
  await payout.untilStage('SUBMITTING', 1);
  await payout.untilAttention(10);
  return payout;
}

test('a payout that does not go out can be cancelled, and is not sent when the obstacle goes', async () => {
  const payout = await notGoingOut();
  const { attention, reference } = await payout.snapshot();
  expect(attention?.actions).toEqual(expect.arrayContaining(['hold', 'cancel']));
  await payout.tell('cancel', cancelling);
  environment.parts().refusals.clear();
  expect(await payout.result()).toMatchObject({ status: 'CANCELLED', reason: 'WRONG_BENEFICIARY' });
  expect(committed(reference)).toBe(0);
});

test('a payout that does not go out can be held, and goes out once it is released', async () => {
  const payout = await notGoingOut();
  await payout.tell('hold', fraud);
  environment.parts().refusals.clear();
  const { reference, stage } = await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
  expect(stage).toBe('PREPARING');
  await environment.sleep(12 * 60);
  expect(committed(reference)).toBe(0);
  await payout.tell('release', { ...operator, reason: 'CHECKED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout that the bank refused can be held, changed and sent', async () => {
  environment.parts().refusals.plan('createPayout', refusals.insufficientBalance);
  const payout = await start();
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.actions).toEqual(['retry', 'cancel', 'abandon']);
  await payout.tell('hold', fraud);
  await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
  await payout.tell('amend', { ...operator, amountKobo: 2_000_000 });
  await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
  await payout.tell('release', { ...operator, reason: 'CHECKED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', amountKobo: 2_000_000 });
  expect(committed(reference)).toBe(1);
});

test('a payout that the bank refused can be cancelled by an operator', async () => {
  environment.parts().refusals.plan('createPayout', refusals.insufficientBalance);
  const payout = await start();
  await payout.untilAttention();
  await payout.tell('cancel', cancelling);
  expect(await payout.result()).toMatchObject({ status: 'CANCELLED' });
});

test('a payout whose call is on its way when it is cancelled is not called cancelled where the bank may have it', async () => {
  environment.plant({ kind: 'latency', milliseconds: 3_000, operations: ['createPayout'], count: 1 });
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  const payout = await start();
  while (environment.bank.faults.list().every(({ hits }) => hits === 0)) await sleep(20);
  expect(await payout.refusal('cancel', cancelling)).toContain('It may have been sent already');
  const { reference } = await payout.result<{ reference: string }>();
  expect(committed(reference)).toBe(1);
});
