import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { refusals } from '../../src/bank/contract/refusals';
import { steering } from '../support/workflows/steering';

const DIGEST = '7'.repeat(64);

const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  version: 7,
  digest: DIGEST,
  approvals: [{ fromKobo: 1_000_000, approvals: 1, roles: ['approver'] }],
});
const file = (reference: string) => ({
  reference,
  createdBy: 'maker-1',
  accountNumber: '9000000001',
  perTransactionNaira: 5_000,
  dailyNaira: 20_000,
});
const start = (reference: string, more: object = {}) =>
  environment.start('transferLimitsWorkflow', `limits:${reference}`, { ...file(reference), ...more });
const limits = () => environment.bank.accounts.get('9000000001')?.perTransactionNaira;
const approver = { actor: 'checker-1', role: 'approver' };
const operator = { actor: 'operator-1', role: 'operator' };

async function approved(reference: string, perTransactionNaira: number) {
  const change = await start(reference, { perTransactionNaira });
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined, 0.01);
  await change.tell('approve', { ...approver, expectedDigest: facts.digest });
  return change;
}

test('limits are set once another person than their maker has approved them', async () => {
  const change = await start('TL-1');
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined);
  const expectedDigest = String(facts.digest);
  expect(await change.refusal('approve', { ...approver, actor: 'maker-1', expectedDigest })).toContain(
    'made',
  );
  expect(limits()).toBeUndefined();
  await change.tell('approve', { ...approver, expectedDigest });
  expect(await change.result()).toMatchObject({ reference: 'TL-1', status: 'SET' });
  expect(limits()).toBe(5_000);
});

test('limits whose approval lapses while the bank refuses them have to be approved again', async () => {
  environment.parts().refusals.plan('updateTransferLimits', refusals.accountNotFound);
  const change = await start('TL-4', { perTransactionNaira: 4_000 });
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined);
  const approval = { ...approver, expectedDigest: facts.digest };
  await change.tell('approve', approval);
  await change.untilStage('SETTING');
  await change.untilAttention();
  await environment.sleep((USUAL_PAYOUT_POLICY.approvalExpiresHours + 1) * 60);
  await change.tell('retry', operator);
  await change.untilStage('APPROVAL');
  expect(limits()).not.toBe(4_000);
  await change.tell('approve', approval);
  expect(await change.result()).toMatchObject({ status: 'SET', policyVersion: 7, policyDigest: DIGEST });
  expect(limits()).toBe(4_000);
});

test('limits that are cancelled after they were sent without a reply are called maybe set', async () => {
  environment.plant({ kind: 'error-after', operations: ['updateTransferLimits'] });
  const change = await start('TL-5', { perTransactionNaira: 4_500 });
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined);
  await change.tell('approve', { ...approver, expectedDigest: facts.digest });
  await change.untilStage('SETTING');
  await environment.sleep(1);
  expect(limits()).toBe(4_500);
  await change.tell('cancel', { ...operator, reason: 'DUPLICATE' });
  expect(await change.result()).toMatchObject({ status: 'UNCLEAR', reason: 'DUPLICATE' });
});

test('limits that the bank has refused are not set once they are cancelled', async () => {
  environment.parts().refusals.plan('updateTransferLimits', refusals.accountNotFound);
  const change = await start('TL-6', { perTransactionNaira: 4_600 });
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined);
  await change.tell('approve', { ...approver, expectedDigest: facts.digest });
  await change.untilAttention();
  await change.tell('cancel', { ...operator, reason: 'DUPLICATE' });
  expect(await change.result()).toMatchObject({ status: 'CANCELLED' });
});

test('limits whose reply was lost stay maybe set, although the bank refuses them when a person repeats them', async () => {
  environment.plant({ kind: 'error-after', operations: ['updateTransferLimits'] });
  const change = await approved('TL-7', 4_700);
  await change.untilAttention(1);
  environment.bank.faults.remove();
  environment.parts().refusals.plan('updateTransferLimits', refusals.accountNotFound);
  await change.tell('retry', operator);
  await change.until(({ attention }) => attention?.cause.includes('404') === true, 1);
  await change.tell('cancel', { ...operator, reason: 'DUPLICATE' });
  expect(await change.result()).toMatchObject({ status: 'UNCLEAR' });
  expect(limits()).toBe(4_700);
});

test.each([
  ['rejected', 'TL-8', 4_800, 'reject', { ...approver, reason: 'NOT_JUSTIFIED' }],
  ['cancelled', 'TL-9', 4_900, 'cancel', { ...operator, reason: 'DUPLICATE' }],
])(
  'limits whose reply made no sense, and whose approval lapses, are called maybe set once they are %s',
  async (_how, reference, naira, command, fields) => {
    environment.plant({ kind: 'malformed-body', operations: ['updateTransferLimits'] });
    const change = await approved(reference, naira);
    await change.untilAttention(1);
    environment.bank.faults.remove();
    await environment.sleep((USUAL_PAYOUT_POLICY.approvalExpiresHours + 1) * 60);
    await change.tell('retry', operator);
    await change.untilStage('APPROVAL', 1);
    await change.tell(command, fields);
    expect(await change.result()).toMatchObject({ status: 'UNCLEAR' });
    expect(limits()).toBe(naira);
  },
);

test('limits whose reply was lost are not sent again by themselves: others may have been set since', async () => {
  environment.plant({ kind: 'error-after', operations: ['updateTransferLimits'] });
  const older = await approved('TL-10', 9_000);
  await older.untilAttention(1);
  environment.bank.faults.remove();
  const newer = await approved('TL-11', 1_000);
  expect(await newer.result(1)).toMatchObject({ status: 'SET' });
  await environment.sleep(60);
  expect(limits()).toBe(1_000);
});

test('limits that are rejected stay as they are', async () => {
  const change = await start('TL-2', { perTransactionNaira: 1 });
  await change.tell('reject', { ...approver, reason: 'NOT_JUSTIFIED' });
  expect(await change.result()).toMatchObject({ status: 'CANCELLED', reason: 'NOT_JUSTIFIED' });
  expect(limits()).not.toBe(1);
});

test('limits that make no sense are refused with a sentence', async () => {
  const change = await start('TL-3', { dailyNaira: 1 });
  await expect(change.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('dailyNaira must not be less than perTransactionNaira') },
  });
});
