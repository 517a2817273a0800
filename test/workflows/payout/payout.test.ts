import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';
import type { PayoutResult } from '../../../src/domain/payout/stages';

const environment = steering();
const SOURCE = '9000000001';

/** A payout to the account whose last two digits choose the course it takes. */
const payoutTo = (code: string, more: object = {}) => {
  const accountNumber = `00000000${code}`;
  return { ...payoutFile(holderOf('901', accountNumber), accountNumber, SOURCE), ...more };
};
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;
const start = (code: string, more: object = {}) => environment.startPayout(payoutTo(code, more));
const referenceOf = async (payout: Steered) => (await payout.snapshot()).reference;
const operator = { role: 'operator', actor: 'operator-1' };

test.each([
  ['is paid', '50', 'SUCCESS'],
  ['fails', '04', 'FAILED'],
  ['fails after half an hour', '09', 'FAILED'],
  ['is pending for hours and then paid', '05', 'SUCCESS'],
  ['shows an unknown status for an hour and is then paid', '07', 'SUCCESS'],
])('a payout that %s is committed once and ends so', async (_what, code, status) => {
  const payout = await start(code);
  const result = await payout.result<PayoutResult>();
  expect(result).toMatchObject({ status, amountKobo: 2_500_000 });
  expect(committed(result.reference)).toBe(1);
});

test('a payout from an account that the bank does not know says which account was not found', async () => {
  const payout = await start('92', { source: { accountNumber: '9000009999' } });
  const { attention, stage } = await payout.untilAttention();
  expect(stage).toBe('SUBMITTING');
  expect(attention?.cause).toContain('the account that pays (…9999) was not found');
});

test('a payout that is reversed while it is pending ends as REVERSED', async () => {
  const payout = await start('08');
  const { reference } = await payout.untilStage('PENDING');
  environment.bank.payouts.change(reference, { status: 'REVERSED', message: 'payout was reversed' });
  expect(await payout.result()).toMatchObject({ status: 'REVERSED', reason: 'payout was reversed' });
  expect(committed(reference)).toBe(1);
});

test('a status that no document names never ends a payout, and raises attention after a day', async () => {
  const payout = await start('10');
  const { stage, attention } = await payout.untilAttention();
  expect(stage).toBe('PENDING');
  expect(attention?.cause).toContain('the outcome of the payout');
  expect(attention?.actions).toContain('resolveAttention');
});

test('a recheck asks for the status at once', async () => {
  const payout = await start('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  await environment.sleep(600);
  environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  await payout.tell('recheck', operator);
  await payout.until(({ ended }) => ended, 1);
  const { since } = await payout.snapshot();
  const calls = (await environment.parts().calls()).getPayoutStatus;
  expect(calls).toBeDefined();
  expect(Date.parse(since) - environment.bank.now).toBeLessThan(60_000);
});

test('a refused payout waits, and is sent again by a retry', async () => {
  environment.parts().refusals.plan('createPayout', { status: 402, message: 'insufficient balance' });
  const payout = await start('51');
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.cause).toContain('insufficient balance');
  expect(committed(reference)).toBe(0);
  await payout.tell('retry', operator);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a refused payout is abandoned by a supervisor only', async () => {
  const payout = await start('03');
  await payout.untilAttention();
  expect(await payout.refusal('abandon', { ...operator, reason: 'OTHER' })).toContain('supervisor');
  await payout.tell('abandon', { role: 'supervisor', reason: 'REFUSED_FOR_GOOD' });
  expect(await payout.result()).toMatchObject({ status: 'CANCELLED', reason: 'REFUSED_FOR_GOOD' });
  expect(committed(await referenceOf(payout))).toBe(0);
});

test.each([
  ['an unknown account', '01', 'Account not found'],
  ['a bank that does not answer', '02', 'the bank does not answer'],
])('%s waits for a person, who may cancel', async (_what, code, cause) => {
  const payout = await start(code);
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.cause).toContain(cause);
  await payout.tell('cancel', { ...operator, reason: 'WRONG_BENEFICIARY' });
  expect(await payout.result()).toMatchObject({ status: 'CANCELLED', reason: 'WRONG_BENEFICIARY' });
  expect(committed(reference)).toBe(0);
});

test('a payout that its bank refuses while it is down is sent again by itself', async () => {
  const uptimeIs = (uptime: number) =>
    environment.bank.rules.add({ subject: 'uptime', when: { code: '901' }, then: { uptime } });
  uptimeIs(30);
  environment
    .parts()
    .refusals.plan('createPayout', { status: 402, message: 'the bank refused the transfer' });
  const payout = await start('52');
  const { stage, reference } = await payout.until(({ waiting }) => waiting?.for === 'BANK_UPTIME');
  expect(stage).toBe('SUBMITTING');
  expect(committed(reference)).toBe(0);
  uptimeIs(100);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout that was sent cannot be cancelled any more', async () => {
  const payout = await start('05');
  await payout.untilStage('PENDING');
  const refusal = await payout.refusal('cancel', { ...operator, reason: 'DUPLICATE' });
  expect(refusal).toContain('cancel is not possible in this stage');
});

describe('the name in which the account is held', () => {
  const [first, middle, last] = holderOf('901', '0000000060').split(' ') as [string, string, string];
  const named = (accountName: string, nameMatch: 'match' | 'close') => {
    const { beneficiary } = payoutTo('60');
    return environment.startPayout(
      payoutTo('60', { beneficiary: { ...beneficiary, accountName }, policy: { nameMatch } }),
    );
  };

  test.each([
    ['the same', `${last} ${first} ${middle}`, 'match'],
    ['close, and the policy allows it', `${first} ${last}`, 'close'],
  ] as const)('asks no officer when it is %s', async (_what, given, policy) => {
    expect(await (await named(given, policy)).result()).toMatchObject({ status: 'SUCCESS' });
  });

  test.each([
    ['close, and the policy asks for a match', `${first} ${last}`, 'match', 'is close to'],
    ['another one', 'Another Person', 'close', 'does not fit'],
  ] as const)('waits for a person when it is %s', async (_what, given, policy, finding) => {
    const payout = await named(given, policy);
    const { attention, reference } = await payout.untilAttention();
    expect(attention?.cause).toContain(finding);
    expect(JSON.stringify(await payout.snapshot())).not.toContain(middle);
    expect(committed(reference)).toBe(0);
    await payout.tellTogether('confirmName', { ...operator, reason: 'CHECKED_WITH_BENEFICIARY' });
    expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  });
});
