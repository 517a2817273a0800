import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { steering } from '../support/workflows/steering';

const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
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

test('limits are set once another person than their maker has approved them', async () => {
  const change = await start('TL-1');
  const { facts } = await change.until((shown) => shown.facts.digest !== undefined);
  const expectedDigest = String(facts.digest);
  expect(await change.refusal('approve', { ...approver, actor: 'maker-1', expectedDigest })).toContain(
    'made',
  );
  expect(limits()).toBeUndefined();
  await change.tell('approve', { ...approver, expectedDigest });
  expect(await change.result()).toEqual({ reference: 'TL-1', status: 'SET' });
  expect(limits()).toBe(5_000);
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
