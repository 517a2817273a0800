import { Client } from '@temporalio/client';
import { reopenReversed } from '../../src/activities/reopening';
import { REAL_TIME } from '../../src/domain/clock';
import { holderOf } from '../../src/sandbox/money/banks';
import { payoutFile } from './sample';
import { steering } from './steering';

const theatre = steering();
const DAY = 24 * 60;
const operator = { actor: 'operator-1', role: 'operator' };

const payoutTo = (code: string) => {
  const accountNumber = `00000000${code}`;
  return payoutFile(holderOf('901', accountNumber), accountNumber, '9000000001');
};

const reopen = (reference: string) => {
  const { connection, namespace = 'default' } = theatre.life().env;
  return reopenReversed(new Client({ connection, namespace }), reference, REAL_TIME);
};

test('a payout that is reversed days later is reopened, and ends with the evidence of a person', async () => {
  const file = payoutTo('06');
  const payout = await theatre.startPayout(file);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  await theatre.sleep(3 * DAY);
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = theatre.found(`payout:${file.reference}`);
  const { stage, attention, facts } = await reopened.untilAttention();
  expect(stage).toBe('REOPENED');
  expect(attention).toMatchObject({ actions: ['resolveAttention'] });
  expect(facts).toMatchObject({
    amountKobo: 2_500_000,
    uniqueRef: expect.any(String),
    bankCode: '901',
    beneficiaryEndsWith: '0006',
    sentAt: expect.any(String),
  });
  expect(await reopen(file.reference)).toBe('open');
  const evidence = { ...operator, evidence: 'ticket 17 of the bank' };
  await reopened.tell('resolveAttention', { ...evidence, outcome: 'STILL_OPEN' });
  await reopened.untilAttention();
  await reopened.tell('resolveAttention', { ...evidence, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({
    status: 'REVERSED',
    sourceAccountNumber: '9000000001',
    reason: expect.stringContaining('MONEY_RETURNED'),
  });
  expect(await reopen(file.reference)).toBe('settled');
});

test('a payout that was not reversed is closed again, without anybody', async () => {
  const file = payoutTo('53');
  await (await theatre.startPayout(file)).result();
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = theatre.found(`payout:${file.reference}`);
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS', reason: 'it was not reversed' });
});

test('a payout that failed, and one that never was, are not reopened', async () => {
  const file = payoutTo('04');
  await (await theatre.startPayout(file)).result();
  expect(await reopen(file.reference)).toBe('settled');
  expect(await reopen('PO-NEVER')).toBe('unknown');
});

test('a payout whose status stays unclear ends with the evidence of a person', async () => {
  const payout = await theatre.startPayout(payoutTo('10'));
  await payout.untilStage('PENDING');
  const evidence = { ...operator, outcome: 'MONEY_ARRIVED', evidence: 'statement of the beneficiary' };
  expect(await payout.refusal('resolveAttention', evidence)).toContain('Nothing needs attention');
  await payout.untilAttention();
  await payout.tell('resolveAttention', evidence);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', reason: 'settled by evidence' });
});
