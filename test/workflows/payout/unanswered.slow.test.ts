import { refusals } from '../../../src/bank/contract/refusals';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const NUMBER = '0000000071';
const READS = USUAL_PAYOUT_POLICY.readsToProveAbsence;
const operator = { role: 'operator', actor: 'operator-1' };
const resolution = { ...operator, evidence: 'ticket 4711' };
const file = () => payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

/** A payout whose send arrives unanswered, stays invisible for some reads, and whose repeat is refused. */
async function refusedAfterLostReply(
  refusal: { status: number; message: string },
  invisibleReads: number,
): Promise<Steered> {
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  environment.parts().refusals.plan('getPayoutStatus', refusals.payoutNotFound, invisibleReads);
  const payout = await environment.startPayout(file());
  const { reference } = await payout.until(
    ({ timeline }) => timeline.some(({ what }) => what.includes('reply to a write was lost')),
    0.01,
  );
  expect(committed(reference)).toBe(1);
  environment.parts().refusals.plan('createPayout', refusal);
  return payout;
}

test('a payout whose repeat is refused for lack of money, since the first send took it, is never called unsent', async () => {
  const payout = await refusedAfterLostReply(refusals.insufficientBalance, READS + 6);
  const { attention, stage } = await payout.untilAttention(1);
  expect(stage).toBe('SUBMITTING');
  expect(attention?.cause).toContain('an earlier send may have arrived');
  expect(attention?.actions).toEqual(['retry', 'resolveAttention']);
  expect(await payout.refusal('abandon', { role: 'supervisor', reason: 'OTHER' })).toContain('not asked for');
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', sentAt: expect.any(String) });
});

test('a payout whose repeat is refused as a duplicate in other words is followed', async () => {
  const other = { status: 409, message: 'reference already exists' };
  const payout = await refusedAfterLostReply(other, READS + 2);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that is refused as a duplicate and never shown ends with the evidence of an officer', async () => {
  const payout = await refusedAfterLostReply({ status: 409, message: 'reference already exists' }, 1_000);
  const { attention, stage } = await payout.untilAttention();
  expect(stage).toBe('SUBMITTING');
  expect(attention?.actions).toContain('resolveAttention');
  await payout.tellTogether('resolveAttention', { ...resolution, outcome: 'MONEY_ARRIVED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', reason: 'settled by evidence' });
});

test('a bank that answers an unknown reference with 400 does not stop a payout that never arrived', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  environment.parts().refusals.plan('getPayoutStatus', { status: 400, message: 'no such reference' }, READS);
  const payout = await environment.startPayout(file());
  const { reference } = await payout.result<{ reference: string }>();
  expect(committed(reference)).toBe(1);
});

test('a payout that the bank never answers ends with the evidence of an officer', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 3 });
  const payout = await environment.startPayout(file());
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.actions).toContain('resolveAttention');
  await payout.tellTogether('resolveAttention', { ...resolution, outcome: 'NEVER_SENT' });
  expect(await payout.result()).toMatchObject({ status: 'FAILED', reason: 'settled by evidence' });
  expect(committed(reference)).toBe(0);
});

test('evidence that a payout never arrived ends it before it is sent once more', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  const payout = await environment.startPayout(file());
  const { reference } = await payout.until(
    ({ timeline }) => timeline.some(({ what }) => what.includes('reply to a write was lost')),
    0.01,
  );
  await payout.tellTogether('resolveAttention', { ...resolution, outcome: 'NEVER_SENT' });
  expect(await payout.result()).toMatchObject({ status: 'FAILED', reason: 'settled by evidence' });
  expect(committed(reference)).toBe(0);
});

test('evidence is refused while the payout is on its way to the bank once more', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  const payout = await environment.startPayout(file());
  const { reference } = await payout.until(
    ({ timeline }) => timeline.some(({ what }) => what.includes('reply to a write was lost')),
    0.01,
  );
  environment.plant({ kind: 'latency', milliseconds: 4_000, operations: ['createPayout'], count: 1 });
  const asleep = environment.sleep(5);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const evidence = { ...resolution, outcome: 'NEVER_SENT' };
  expect(await payout.refusal('resolveAttention', evidence)).toContain('It is on its way to the bank');
  await asleep;
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout refused in unknown words while its bank is down goes out by itself once the bank is back', async () => {
  const uptimeIs = (uptime: number) =>
    environment.bank.rules.add({ subject: 'uptime', when: { code: '902' }, then: { uptime } });
  uptimeIs(20);
  environment.parts().refusals.plan('createPayout', { status: 402, message: 'issuer or switch inoperative' });
  const to902 = payoutFile(holderOf('902', NUMBER), NUMBER, '9000000001');
  const payout = await environment.startPayout({
    ...to902,
    beneficiary: { ...to902.beneficiary, bankCode: '902' },
  });
  await payout.until(({ waiting }) => waiting?.for === 'BANK_UPTIME');
  uptimeIs(95);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a request id that another command has used is refused', async () => {
  const payout = await environment.startPayout(payoutFile('Another Person', NUMBER, '9000000001'));
  await payout.untilAttention();
  const requestId = 'REQ-1';
  await payout.tell('hold', { ...operator, reason: 'SUSPECTED_FRAUD', requestId });
  expect(await payout.refusal('cancel', { ...operator, reason: 'DUPLICATE', requestId })).toContain(
    'belongs to hold',
  );
  const { timeline } = await payout.snapshot();
  expect(timeline.at(-1)).toMatchObject({ note: 'SUSPECTED_FRAUD' });
  await payout.tell('cancel', { ...operator, reason: 'DUPLICATE' });
});

test('a sent payout is followed to its end although its workflow is cancelled', async () => {
  const pending = '0000000005';
  const payout = await environment.startPayout(payoutFile(holderOf('901', pending), pending, '9000000001'));
  await payout.untilStage('PENDING');
  await payout.handle.cancel();
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a reply that confirms another payout than was sent is not taken for ours', async () => {
  const given = file();
  const other = { amount: 999_900, total: 999_900, fee: 0, reference: given.reference };
  const planned = environment.parts().refusals;
  const beneficiary = { bank_code: '901', bank_name: 'B', account_number: NUMBER, account_name: 'N' };
  planned.answer('createPayout', { ...other, beneficiary });
  const shownAs = { bankCode: '901', bankName: 'B', accountNumber: NUMBER, accountName: 'N' };
  const shown = { ...other, status: 'SUCCESS', message: '', uniqueRef: 'U-1', beneficiary: shownAs };
  planned.answer('getPayoutStatus', shown);
  const payout = await environment.startPayout(given);
  const { attention } = await payout.untilAttention(1);
  expect(attention?.cause).toContain('another payout under this reference (it differs in amount)');
  expect(attention?.actions).toEqual(['retry', 'resolveAttention']);
  await payout.tellTogether('resolveAttention', { ...resolution, outcome: 'NEVER_SENT' });
  expect(await payout.result()).toMatchObject({ status: 'FAILED' });
});
