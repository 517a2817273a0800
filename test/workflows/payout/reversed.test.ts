import { Client } from '@temporalio/client';
import { reopenReversed } from '../../../src/activities/notifications/reopening';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { holderOf } from '../../../src/sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;
const operator = { actor: 'operator-1', role: 'operator' };

const payoutTo = (code: string) => {
  const accountNumber = `00000000${code}`;
  return payoutFile(holderOf('901', accountNumber), accountNumber, '9000000001');
};

const reopen = (reference: string) => {
  const { connection, namespace = 'default' } = environment.parts().env;
  return reopenReversed(new Client({ connection, namespace }), reference, { clock: REAL_TIME });
};

test('a payout that is reversed days later is reopened, and ends with the evidence of a person', async () => {
  const file = payoutTo('06');
  const payout = await environment.startPayout(file);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  await environment.sleep(3 * DAY);
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = environment.found(`payout:${file.reference}`);
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
  const resolution = { ...operator, evidence: 'ticket 17 of the bank' };
  await reopened.tell('resolveAttention', { ...resolution, outcome: 'STILL_OPEN' });
  await reopened.untilAttention();
  await reopened.tell('resolveAttention', { ...resolution, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({
    status: 'REVERSED',
    sourceAccountNumber: '9000000001',
    reason: expect.stringContaining('MONEY_RETURNED'),
  });
  expect(await reopen(file.reference)).toBe('settled');
});

test('a payout that was not reversed is closed again without an officer', async () => {
  const file = payoutTo('53');
  await (await environment.startPayout(file)).result();
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = environment.found(`payout:${file.reference}`);
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS', reason: 'it was not reversed' });
});

test('neither a failed payout nor an unknown one is reopened', async () => {
  const file = payoutTo('04');
  await (await environment.startPayout(file)).result();
  expect(await reopen(file.reference)).toBe('settled');
  expect(await reopen('PO-NEVER')).toBe('unknown');
});

test('a payout whose status stays unclear ends with the evidence of a person', async () => {
  const payout = await environment.startPayout(payoutTo('10'));
  await payout.untilStage('PENDING');
  const resolution = { ...operator, outcome: 'MONEY_ARRIVED', evidence: 'statement of the beneficiary' };
  expect(await payout.refusal('resolveAttention', resolution)).toContain('Nothing needs attention');
  await payout.untilAttention();
  await payout.tellTogether('resolveAttention', resolution);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', reason: 'settled by evidence' });
});
