import { Client } from '@temporalio/client';
import { adoptPayout } from '../../../src/cases/start';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const NUMBER = '0123456789';
const operator = { actor: 'operator-1', role: 'operator' };
const file = () => payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

async function adopt(reference: string, kind: 'payout' | 'flush' = 'payout'): Promise<Steered> {
  const { connection, namespace = 'default' } = environment.parts().env;
  const client = new Client({ connection, namespace });
  const by = { actor: 'operator-1', role: 'operator', reason: 'MISTAKE' } as const;
  return environment.found(await adoptPayout(client, kind, reference, by));
}

/** A quarter of a minute: before the first read, since an activity that is open then would stop this server's time. */
const STRIDE = 0.25;

async function terminateUnanswered(payout: Steered): Promise<void> {
  const isUnanswered = ({ what }: { what: string }) => what.includes('reply to a write was lost');
  await payout.until(({ timeline }) => timeline.some(isUnanswered), STRIDE);
  await payout.handle.terminate('by force');
}

/** A payout whose workflow is terminated once its only send has met a fault. */
async function endedAfterSend(fault: 'reset-after' | 'reset-before', sent = file()): Promise<string> {
  environment.plant({ kind: fault, operations: ['createPayout'], count: 1 });
  const payout = await environment.startPayout(sent);
  await terminateUnanswered(payout);
  return sent.reference;
}

test('a payout that was terminated while its reply was lost is adopted, and sent once', async () => {
  const reference = await endedAfterSend('reset-after');
  expect(committed(reference)).toBe(1);
  const adopted = await adopt(reference);
  expect(await adopted.result()).toMatchObject({ reference, status: 'SUCCESS', amountKobo: 2_500_000 });
  expect(committed(reference)).toBe(1);
});

test('an adopted payout that never arrived is sent again only when a person says so', async () => {
  const reference = await endedAfterSend('reset-before');
  const adopted = await adopt(reference);
  const { attention, stage } = await adopted.untilAttention();
  expect(stage).toBe('SUBMITTING');
  expect(attention?.cause).toContain('an earlier send may have arrived');
  expect(attention?.actions).toEqual(['retry', 'resolveAttention']);
  await environment.sleep(24 * 60);
  expect(committed(reference)).toBe(0);
  const { proposed } = await adopted.tell('retry', operator);
  expect(await adopted.refusal('confirmProposal', { ...operator, expectedDigest: proposed })).toContain(
    'made or changed this',
  );
  await environment.sleep(60);
  expect(committed(reference)).toBe(0);
  await adopted.tell('confirmProposal', { ...operator, actor: 'operator-2', expectedDigest: proposed });
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('evidence that was proposed before a payout was sent again says nothing of that send', async () => {
  const reference = await endedAfterSend('reset-before');
  const adopted = await adopt(reference);
  await adopted.until(({ stage }) => stage === 'SUBMITTING', STRIDE);
  const evidence = { ...operator, outcome: 'NEVER_SENT', evidence: 'statement 17 of the bank' };
  const { proposed } = await adopted.tell('resolveAttention', evidence);
  await adopted.until(({ commands }) => commands.includes('retry'), 1);
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], count: 1 });
  await adopted.tellTogether('retry', operator);
  await adopted.until(() => committed(reference) === 1, STRIDE);
  const confirmation = { actor: 'operator-2', role: 'operator', expectedDigest: proposed };
  const refusal = () => adopted.refusal('confirmProposal', confirmation);
  let heard = await refusal();
  // The bank has it before its reply is lost.
  while (heard.includes('It is on its way')) heard = await refusal();
  expect(heard).toContain('another send');
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
});

test('evidence ends an adopted payout that never arrived, unsent', async () => {
  const reference = await endedAfterSend('reset-before');
  const adopted = await adopt(reference);
  await adopted.untilAttention();
  await adopted.tellTogether('resolveAttention', {
    ...operator,
    outcome: 'NEVER_SENT',
    evidence: 'ticket 17',
  });
  expect(await adopted.result()).toMatchObject({ status: 'FAILED' });
  expect(committed(reference)).toBe(0);
});

test('a payout that was adopted and ended by force again is adopted again', async () => {
  const reference = await endedAfterSend('reset-after');
  const first = await adopt(reference);
  await first.untilStage('SUBMITTING', STRIDE);
  await first.handle.terminate('by force again');
  const second = await adopt(reference);
  expect(await second.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('an adopted payout that was changed before it was sent is followed as it was sent', async () => {
  const wanted = file();
  const payout = await environment.startPayout({
    ...wanted,
    beneficiary: { ...wanted.beneficiary, accountName: 'Another Person' },
  });
  await payout.untilAttention();
  environment.plant({ kind: 'reset-before', operations: ['createPayout'], count: 1 });
  const change = { amountKobo: 3_000_000, accountName: wanted.beneficiary.accountName, remark: 'Invoice 18' };
  await payout.tell('amend', { ...operator, ...change });
  await terminateUnanswered(payout);
  const adopted = await adopt(wanted.reference);
  await adopted.untilAttention();
  await adopted.tellTogether('retry', operator);
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS', amountKobo: 3_000_000 });
  const [sent] = environment.bank.committed.list({ effect: 'payout-committed', key: wanted.reference });
  expect(sent).toMatchObject({ amountKobo: 3_000_000 });
});

test('an adopted payout that was never sent is held until an operator releases it', async () => {
  const doubtful = payoutFile('Another Person', NUMBER, '9000000001');
  const payout = await environment.startPayout(doubtful);
  await payout.untilAttention();
  await payout.handle.terminate('by force');
  const adopted = await adopt(doubtful.reference);
  await adopted.untilAttention();
  await adopted.tellTogether('confirmName', { ...operator, reason: 'KNOWN_ALIAS' });
  await adopted.until(({ waiting }) => waiting?.for === 'RELEASE');
  expect(committed(doubtful.reference)).toBe(0);
  await adopted.tell('release', { ...operator, reason: 'CHECKED' });
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(doubtful.reference)).toBe(1);
});

test('an adopted payout that was sent can be cancelled neither by a command nor in Temporal', async () => {
  const reference = await endedAfterSend('reset-after');
  const adopted = await adopt(reference);
  expect(await adopted.refusal('cancel', { ...operator, reason: 'OTHER' })).toMatch(
    /not possible|may have been sent/,
  );
  await adopted.handle.cancel();
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that runs, or has ended by itself, cannot be adopted', async () => {
  const { reference } = file();
  const payout = await environment.startPayout({ ...file(), reference });
  await expect(adopt(reference)).rejects.toThrow('runs: there is nothing to adopt');
  await payout.result();
  await expect(adopt(reference)).rejects.toThrow('has ended by itself');
});

test('a run that ended by itself is not adopted, even when the adoption is started by hand', async () => {
  const { reference } = file();
  const payout = await environment.startPayout({ ...file(), reference });
  await payout.result();
  const { runId } = await payout.handle.describe();
  const given = { ...operator, reason: 'OTHER', runId };
  const adopted = await environment.start(workflowTypes.adoptedPayout, `payout:${reference}`, given);
  await expect(adopted.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('was not ended by force') },
  });
});

test('a flush that was terminated while its reply was lost is adopted, and sent once', async () => {
  const { amountKobo: _amount, remark: _remark, ...flush } = file();
  environment.plant({ kind: 'reset-after', operations: ['flushAccount'], count: 1 });
  const first = await environment.start(workflowTypes.flush, `flush:${flush.reference}`, flush);
  await terminateUnanswered(first);
  const adopted = await adopt(flush.reference, 'flush');
  expect(await adopted.result()).toMatchObject({ status: 'SUCCESS' });
  expect(environment.effectsOf(flush.reference)).toContain('flush-committed');
});
