import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';
import type { PayoutResult } from '../../../src/domain/payout/stages';

const environment = steering();
const NUMBER = '0000000070';
const file = () => payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;
const operator = { role: 'operator', actor: 'operator-1' };

/** Lets a payout run through what was planted, to its end. */
async function end(): Promise<{ status: string; committed: number }> {
  const payout = await environment.startPayout(file());
  const { reference, status } = await payout.result<PayoutResult>();
  return { status, committed: committed(reference) };
}

test.each(['reset-after', 'error-after', 'reset-before', 'error-before', 'malformed-body'] as const)(
  'a payout is committed once when the reply to it is hit by %s',
  async (kind) => {
    environment.plant({ kind, operations: ['createPayout'], count: 1 });
    expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
  },
);

test('a payout is committed once when the reply to it is lost, and the payout cannot be seen for a while', async () => {
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  environment.plant({ kind: 'stale-read', seconds: 3600, operations: ['getPayoutStatus'], count: 4 });
  expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
});

test('a payout that never arrived is sent again where the bank shows an unknown reference with null', async () => {
  environment.read({ unknownPayout: 'empty-data' });
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
});

test('a payout is committed once when the reply to it is lost, and the bank would take the same reference twice', async () => {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
});

test('a payout is committed once when the reply to it is lost, and the reads of it fail in every way for a while', async () => {
  environment.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  environment.plant({ kind: 'malformed-body', operations: ['getPayoutStatus'], count: 9 });
  const payout = await environment.startPayout(file());
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.actions).toEqual(['retry', 'resolveAttention']);
  const abandon = { role: 'supervisor', reason: 'NO_LONGER_NEEDED' };
  expect(await payout.refusal('abandon', abandon)).toContain('not asked for');
  await payout.tellTogether('retry', operator);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout whose requests never arrive is sent three times, then a person is asked', async () => {
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 3 });
  const payout = await environment.startPayout(file());
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.cause).toContain('sent 3 times without a clear reply');
  expect(committed(reference)).toBe(0);
  await payout.tellTogether('retry', operator);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('when the reference was used before for the very same payout, it is followed', async () => {
  const same = file();
  await (await environment.startPayout(same)).result();
  const again = await environment.startPayout(same);
  expect(await again.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(same.reference)).toBe(1);
});

test.each([
  ['amount', { amountKobo: 3_000_000 }],
  [
    'beneficiary',
    { beneficiary: { ...file().beneficiary, bankCode: '902', accountName: holderOf('902', NUMBER) } },
  ],
])(
  'when the reference was used before with another %s, it needs attention and can be abandoned',
  async (_what, difference) => {
    const first = file();
    await (await environment.startPayout(first)).result();
    const other = { ...first, ...difference };
    const payout = await environment.startPayout(other);
    const { attention, stage } = await payout.untilAttention();
    expect(stage).toBe('SUBMITTING');
    expect(attention?.cause).toContain('another payout under this reference');
    await payout.tell('abandon', { role: 'supervisor', reason: 'OTHER' });
    expect(await payout.result()).toMatchObject({ status: 'CANCELLED' });
    expect(committed(first.reference)).toBe(1);
  },
);

test('a payout under another workflow id than that of its reference is refused, and nothing is sent', async () => {
  const wanted = file();
  const payout = await environment.start(workflowTypes.payout, `payout:${wanted.reference}-again`, wanted);
  await expect(payout.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining(`the workflow id must be payout:${wanted.reference}`) },
  });
  expect(committed(wanted.reference)).toBe(0);
});
