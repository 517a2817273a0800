import { Client } from '@temporalio/client';
import type { ReturnedMoney } from '../../../src/domain/payout/returned-money';
import { adoptPayout } from '../../../src/cases/start';
import { reopenReversed } from '../../../src/activities/notifications/wake-ups';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { detailsQuery, returnedSignal } from '../../../src/domain/wire/messages';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;
const operator = { actor: 'operator-1', role: 'operator' };

const payoutTo = (code: string) => {
  const accountNumber = `00000000${code}`;
  return payoutFile(holderOf('901', accountNumber), accountNumber, '9000000001');
};

function client(): Client {
  const { connection, namespace = 'default' } = environment.parts().env;
  return new Client({ connection, namespace });
}

const reopen = (reference: string, evidence: readonly ReturnedMoney[] = []) =>
  reopenReversed(client(), reference, { clock: REAL_TIME, evidence });

/** A payout that was paid. */
async function paid(code = '53') {
  const file = payoutTo(code);
  await (await environment.startPayout(file)).result();
  return { reference: file.reference, reopened: environment.found(`payout:${file.reference}`) };
}

const credit = (uniqueRef: string, amountKobo: number): ReturnedMoney => ({
  source: 'credit',
  accountNumber: '9000000001',
  uniqueRef,
  amountKobo,
  at: '2026-11-23T22:00:00.000Z',
});
const resolving = { ...operator, evidence: 'ticket 17 of the bank' };

test('a payout that is reversed days later is reopened, and ends with the evidence of a person', async () => {
  const file = { ...payoutTo('06'), createdBy: 'maker-1' };
  const payout = await environment.startPayout(file);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  await environment.sleep(3 * DAY);
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = environment.found(`payout:${file.reference}`);
  const { stage, attention, facts } = await reopened.untilAttention();
  expect(stage).toBe('REOPENED');
  expect(attention).toMatchObject({ actions: ['recheck', 'resolveAttention'] });
  expect(facts).toMatchObject({
    amountKobo: 2_500_000,
    uniqueRef: expect.any(String),
    bankCode: '901',
    beneficiaryEndsWith: '0006',
    sentAt: expect.any(String),
  });
  expect(await client().workflow.getHandle(`payout:${file.reference}`).query(detailsQuery)).toMatchObject({
    createdBy: file.createdBy,
    remark: file.remark,
    beneficiary: { accountName: file.beneficiary.accountName },
  });
  expect(await reopen(file.reference)).toBe('open');
  await reopened.tell('resolveAttention', { ...resolving, outcome: 'STILL_OPEN' });
  await reopened.untilAttention();
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({
    status: 'REVERSED',
    sourceAccountNumber: '9000000001',
    reason: expect.stringContaining('MONEY_RETURNED'),
  });
  expect(await reopen(file.reference)).toBe('settled');
});

test('what became of a reopened payout takes two people, who look at the same evidence', async () => {
  const { reference, reopened } = await paid();
  await reopen(reference, [credit('780', 1_000_000)]);
  await reopened.untilAttention(1);
  const { proposed } = await reopened.tell('resolveAttention', { ...resolving, outcome: 'MONEY_ARRIVED' });
  const [proposal] = (await reopened.snapshot()).proposals ?? [];
  expect(proposal).toMatchObject({ command: 'resolveAttention', digest: proposed, confirmations: '0 of 1' });
  const itself = { ...operator, expectedDigest: proposed };
  expect(await reopened.refusal('confirmProposal', itself)).toContain('another person must approve it');
  await reopen(reference, [credit('781', 1_500_000)]);
  await reopened.until(({ attention }) => attention?.cause.includes('credit 781') === true, 1);
  const second = { actor: 'approver-1', role: 'approver', expectedDigest: proposed };
  expect(await reopened.refusal('confirmProposal', second)).toContain('resolveAttention');
  expect(await reopened.snapshot()).toMatchObject({ ended: false, stage: 'REOPENED' });
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({ status: 'REVERSED' });
});

test('money that comes back in two parts, days apart, is told together although a person closed the case between', async () => {
  const { reference, reopened } = await paid();
  await reopen(reference, [credit('774', 1_000_000)]);
  await reopened.untilAttention();
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_ARRIVED' });
  await reopened.result();
  await environment.sleep(3 * DAY);
  await reopen(reference, [credit('775', 1_500_000)]);
  const cause = async (said: string) =>
    (await reopened.until(({ attention }) => attention?.cause.includes(said) === true)).attention?.cause;
  expect(await cause('calls it paid')).toMatch(
    /₦15,000.00 of ₦25,000.00 came back \(the credit 775.*beside ₦10,000.00 that a person has looked into before \(the credit 774/,
  );
});

test('a payout that was opened again and then ended by force is not adopted: nothing of it is left to send', async () => {
  const { reference } = await paid('06');
  await environment.sleep(3 * DAY);
  await reopen(reference);
  const reopened = environment.found(`payout:${reference}`);
  await reopened.untilAttention();
  await reopened.handle.terminate('by force');
  const { connection, namespace = 'default' } = environment.parts().env;
  const by = { actor: 'operator-1', role: 'operator', reason: 'MISTAKE' } as const;
  const adopted = adoptPayout(new Client({ connection, namespace }), 'payout', reference, by);
  await expect(adopted).rejects.toThrow('was paid before it was opened again');
});

test('a fee that was unknown when a payout ended is learned once it is reopened', async () => {
  const payout = await environment.startPayout(payoutTo('10'));
  const { reference } = await payout.untilStage('PENDING');
  await payout.untilAttention();
  await payout.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_ARRIVED' });
  expect(await payout.result()).not.toHaveProperty('feeKobo');
  environment.bank.payouts.change(reference, { status: 'REVERSED', feeKobo: 2_500 });
  await reopen(reference);
  const reopened = environment.found(`payout:${reference}`);
  const { facts } = await reopened.untilAttention();
  expect(facts).toMatchObject({ feeKobo: 2_500 });
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({ status: 'REVERSED', feeKobo: 2_500 });
});

test('a payout that was not reversed is closed again without an officer', async () => {
  const file = payoutTo('53');
  await (await environment.startPayout(file)).result();
  expect(await reopen(file.reference)).toBe('reopened');
  const reopened = environment.found(`payout:${file.reference}`);
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS', reason: 'it was not reversed' });
});

test('a payout that the bank calls paid although its money came back needs a person', async () => {
  const { reference, reopened } = await paid();
  expect(await reopen(reference, [credit('771', 2_500_000)])).toBe('reopened');
  const { attention, waiting } = await reopened.untilAttention(1);
  expect(attention?.cause).toContain('₦25,000.00 came back (the credit 771, 2026-11-23 22:00 UTC)');
  expect(waiting).toMatchObject({ for: 'PAYOUT_OUTCOME' });
  await environment.sleep(DAY);
  expect((await reopened.snapshot()).attention?.cause).toContain('₦25,000.00 came back');
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  const returned = [credit('771', 2_500_000)];
  expect(await reopened.result()).toMatchObject({ status: 'REVERSED', returned });
});

test('a return that a person has explained does not reopen the payout again, and another one does', async () => {
  const { reference, reopened } = await paid();
  await reopen(reference, [credit('772', 2_500_000)]);
  await reopened.until(({ attention }) => attention?.cause.includes('calls it paid') === true, 1);
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_ARRIVED' });
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS' });
  expect(await reopen(reference, [credit('772', 2_500_000)])).toBe('settled');
  expect(await reopen(reference, [credit('773', 2_500_000)])).toBe('reopened');
  const { attention } = await reopened.untilAttention(1);
  expect(attention?.cause).toContain('₦25,000.00 came back (the credit 773');
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  const { returned } = await reopened.result<{ returned: ReturnedMoney[] }>();
  expect(returned.map(({ uniqueRef }) => uniqueRef)).toEqual(['772', '773']);
});

test('money that comes back in parts is added up', async () => {
  const { reference, reopened } = await paid();
  await reopen(reference, [credit('774', 1_000_000)]);
  const part = 'the bank calls it paid, but ₦10,000.00 of ₦25,000.00 came back';
  await reopened.until(({ attention }) => attention?.cause.includes(part) === true, 1);
  expect(await reopen(reference, [credit('774', 1_000_000), credit('775', 1_500_000)])).toBe('open');
  const whole = '₦25,000.00 came back (the credit 774, 2026-11-23 22:00 UTC; the credit 775, ';
  await reopened.until(({ attention }) => attention?.cause.includes(whole) === true, 1);
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  expect(await reopened.result()).toMatchObject({ status: 'REVERSED' });
});

test('an event that no statement shows does not keep a payout open', async () => {
  const { reference, reopened } = await paid();
  const event = { source: 'event', accountNumber: '9000000001', uniqueRef: '776' } as const;
  expect(await reopen(reference, [event])).toBe('reopened');
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS', reason: 'it was not reversed' });
});

test('a reopened payout whose status is no final word waits visibly, and takes evidence at any time', async () => {
  const { reference, reopened } = await paid();
  environment.bank.payouts.change(reference, { status: 'UNDER_REVIEW' });
  expect(await reopen(reference)).toBe('reopened');
  const { waiting, attention } = await reopened.until((file) => file.waiting !== undefined, 1);
  expect(waiting).toMatchObject({ for: 'PAYOUT_OUTCOME', on: 'bank' });
  expect(attention).toBeUndefined();
  await reopened.tell('resolveAttention', { ...resolving, outcome: 'STILL_OPEN' });
  const overdue = await reopened.untilAttention();
  expect(overdue.attention?.cause).toContain('waiting for the outcome of the payout');
  await reopened.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_ARRIVED' });
  expect(await reopened.result()).toMatchObject({ status: 'SUCCESS' });
});

/** A payout that is followed, told of a credit on its account, and paid by the word of the bank. */
async function toldWhileFollowed(uniqueRef: string) {
  const payout = await environment.startPayout(payoutTo('08'));
  const { reference } = await payout.untilStage('PENDING');
  const event = { source: 'event', accountNumber: '9000000001', uniqueRef } as const;
  expect(await reopen(reference, [event])).toBe('open');
  environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  return payout;
}

test('a payout that is told of a credit while it is followed asks a person once the bank calls it paid', async () => {
  const { refusals: planned } = environment.parts();
  const transaction = {
    ...{ wasReversed: false, amount: 2_500_000, description: 'RETURN', category: 'TRANSFER' },
    ...{ uniqueRef: '777', internalRef: '777', transactionType: 'CREDIT', internal: false, accountId: 'a' },
    ...{ entryDate: '2026-11-23T22:00:00.000Z', updatedDate: '2026-11-23T22:00:00.000Z' },
    externalStatus: 'SUCCESS',
  };
  planned.answer('verifyTransaction', { success: true, message: '', statusCode: '00', transaction });
  const payout = await toldWhileFollowed('777');
  const { attention, stage } = await payout.untilAttention(1);
  expect(stage).toBe('PENDING');
  expect(attention?.cause).toContain(
    'the bank calls it paid, but ₦25,000.00 came back (the credit 777, 2026-11-23 22:00 UTC)',
  );
  await payout.tellTogether('resolveAttention', { ...resolving, outcome: 'MONEY_RETURNED' });
  const returned = [expect.objectContaining({ uniqueRef: '777', amountKobo: 2_500_000 })];
  expect(await payout.result()).toMatchObject({
    status: 'REVERSED',
    uniqueRef: expect.any(String),
    returned,
  });
});

test('a payout that is told of a credit that its account does not have ends as paid', async () => {
  const payout = await toldWhileFollowed('778');
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a status about another amount or account than was ordered ends no payout', async () => {
  const payout = await environment.startPayout(payoutTo('08'));
  const { reference } = await payout.untilStage('PENDING');
  const { beneficiary } = environment.bank.payouts.get(reference)!;
  environment.bank.payouts.change(reference, { status: 'SUCCESS', amountKobo: 100 });
  const { attention } = await payout.untilAttention(1);
  expect(attention?.cause).toContain('SUCCESS of another payout than was ordered');
  expect(attention?.cause).toContain('differs in amount');
  expect(attention?.actions).toEqual(['recheck', 'resolveAttention']);
  const other = { ...beneficiary, account_number: '0000000099' };
  environment.bank.payouts.change(reference, { amountKobo: 2_500_000, beneficiary: other });
  await payout.tell('recheck', operator);
  await payout.until((file) => file.attention?.cause.includes('differs in account') === true, 1);
  environment.bank.payouts.change(reference, { beneficiary });
  await payout.tell('recheck', operator);
  expect(await payout.result(1)).toMatchObject({ status: 'SUCCESS' });
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

test('evidence of returned money that waits when the case is reopened is heard, not refused as unknown', async () => {
  const { reference } = await paid();
  const { connection, namespace = 'default' } = environment.parts().env;
  const client = new Client({ connection, namespace });
  // The server takes both in one step, so that the signal is there before the first task of the run.
  const ended = await client.workflow.getHandle(`payout:${reference}`).result();
  const handle = await client.workflow.signalWithStart(workflowTypes.reopenedPayout, {
    ...{ workflowId: `payout:${reference}`, taskQueue: WORKFLOW_QUEUE },
    args: [{ ended, clock: REAL_TIME }],
    signal: returnedSignal,
    signalArgs: [credit('return-1', 2_500_000)],
  });
  const reopened = environment.found(handle.workflowId);
  const { timeline } = await reopened.untilAttention();
  expect(timeline.filter(({ what }) => what.includes('unknown signal'))).toEqual([]);
  expect(JSON.stringify(await reopened.snapshot())).toContain('return-1');
});
