import type { PayoutResult } from '../../src/workflows/results';
import { holderOf } from '../../src/sandbox/money/banks';
import { payoutFile } from './sample';
import { steering } from './steering';

const theatre = steering();
const NUMBER = '0000000070';
const file = () => payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');
const committed = (reference: string) =>
  theatre.world.committed.list({ effect: 'payout-committed', key: reference }).length;
const operator = { role: 'operator', actor: 'operator-1' };

/** Lets a payout run through what was planted, to its end. */
async function end(): Promise<{ status: string; committed: number }> {
  const payout = await theatre.startPayout(file());
  const { reference, status } = await payout.result<PayoutResult>();
  return { status, committed: committed(reference) };
}

describe('a payout is committed once when the reply to it', () => {
  test.each(['reset-after', 'error-after', 'reset-before', 'error-before', 'malformed-body'] as const)(
    'is hit by %s, once',
    async (kind) => {
      theatre.plant({ kind, operations: ['createPayout'], count: 1 });
      expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
    },
  );

  test('is lost, and the payout cannot be seen for a while', async () => {
    theatre.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    theatre.plant({ kind: 'stale-read', seconds: 3600, operations: ['getPayoutStatus'], count: 4 });
    expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
  });

  test('is lost, and the service would take the same reference twice', async () => {
    theatre.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
    theatre.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    expect(await end()).toEqual({ status: 'SUCCESS', committed: 1 });
  });

  test('is lost, and the reads of it fail in every way for a while', async () => {
    theatre.plant({ kind: 'duplicate-check-off', operations: ['createPayout'] });
    theatre.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
    theatre.plant({ kind: 'malformed-body', operations: ['getPayoutStatus'], count: 1 });
    const payout = await theatre.startPayout(file());
    const { attention, reference } = await payout.untilAttention();
    expect(attention?.actions).toEqual(['retry']);
    const abandon = { role: 'supervisor', reason: 'NO_LONGER_NEEDED' };
    expect(await payout.refusal('abandon', abandon)).toContain('not asked for');
    await payout.tell('retry', operator);
    expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
    expect(committed(reference)).toBe(1);
  });
});

test('a payout whose requests never arrive is sent three times, then a person is asked', async () => {
  theatre.plant({ kind: 'reset-before', operations: ['createPayout'], count: 3 });
  const payout = await theatre.startPayout(file());
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.cause).toContain('sent 3 times without a reply');
  expect(committed(reference)).toBe(0);
  await payout.tell('retry', operator);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

describe('when the reference was used before', () => {
  test('for the very same payout, it is followed', async () => {
    const same = file();
    await (await theatre.startPayout(same)).result();
    const again = await theatre.start('payoutWorkflow', `payout:${same.reference}-again`, same);
    expect(await again.result()).toMatchObject({ status: 'SUCCESS' });
    expect(committed(same.reference)).toBe(1);
  });

  test.each([
    ['amount', { amountKobo: 3_000_000 }],
    [
      'beneficiary',
      { beneficiary: { ...file().beneficiary, bankCode: '902', accountName: holderOf('902', NUMBER) } },
    ],
  ])('with another %s, it needs attention and can be abandoned', async (_what, difference) => {
    const first = file();
    await (await theatre.startPayout(first)).result();
    const other = { ...first, ...difference };
    const payout = await theatre.start('payoutWorkflow', `payout:${first.reference}-other`, other);
    const { attention, stage } = await payout.untilAttention();
    expect(stage).toBe('SUBMITTING');
    expect(attention?.cause).toContain('another payout under this reference');
    await payout.tell('abandon', { role: 'supervisor', reason: 'OTHER' });
    expect(await payout.result()).toMatchObject({ status: 'CANCELLED' });
    expect(committed(first.reference)).toBe(1);
  });
});
