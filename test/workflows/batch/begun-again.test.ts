import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchFile } from '../../../src/domain/batch/input';
import { rowsQuery } from '../../../src/domain/wire/messages';
import { batchChunkId, caseId } from '../../../src/domain/wire/workflow-ids';
import { batchFile, batchRows, rowTo } from '../../support/workflows/batch-sample';
import { committedIn, operator, soon, startBatch } from '../../support/workflows/batch-steering';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const committed = ({ payouts }: BatchFile) =>
  payouts.map(({ reference }) => committedIn(environment, reference));

/** A batch of payouts that stay pending until the bank is told what became of them. */
const pendingFile = (): BatchFile =>
  batchFile(
    batchRows(3).map((row) => rowTo(row, '08')),
    { allowDuplicates: true },
  );

/** Starts the batch and waits until it is frozen. */
async function frozen(file: BatchFile): Promise<Steered> {
  const batch = await startBatch(environment, file);
  await soon(batch, ({ facts }) => facts.digest !== undefined);
  return batch;
}

async function paying(file: BatchFile): Promise<Steered> {
  const batch = await frozen(file);
  const { facts } = await batch.snapshot();
  await batch.tell('approve', { ...operator, expectedDigest: facts.digest });
  await soon(batch, ({ stage }) => stage === 'PAYING');
  return batch;
}

const part = ({ reference }: BatchFile) => environment.found(batchChunkId(reference, 1)).handle;

/** Ends a run of the batch by force once the bank has all its payouts; this server leaves the part of it behind. */
async function endByForce(file: BatchFile): Promise<void> {
  const batch = await paying(file);
  while (committed(file).includes(0)) await sleep(20);
  await batch.handle.terminate('ended by the test');
}

/** The bank settles these payouts, and each ends. */
async function settle(payouts: BatchFile['payouts']): Promise<void> {
  for (const { reference } of payouts) {
    const payout = environment.found(caseId('payout', reference));
    environment.bank.payouts.change(reference, { status: 'SUCCESS' });
    await payout.tell('recheck', operator);
    await payout.handle.result();
  }
}

// No test lets time pass: once a run was ended by force, this server can skip time no more.

test('rows that an earlier run of the batch has sent are followed to their end when the batch is cancelled', async () => {
  const file = pendingFile();
  await endByForce(file);
  await part(file).terminate('with its batch, as a real server does');
  await settle(file.payouts.slice(1));
  const batch = await paying({ ...file, concurrency: 1 });
  const statuses = async () => (await part(file).query(rowsQuery)).map(({ status }) => status);
  while ((await statuses().catch(() => [])).join() !== 'STARTED,READY,READY') await sleep(20);
  await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
  while ((await statuses()).includes('READY')) await sleep(20);
  while ((await statuses()).filter((status) => status === 'STARTED').length > 1) await sleep(20);
  expect(await statuses()).toEqual(['STARTED', 'SUCCESS', 'SUCCESS']);
  await batch.handle.terminate('ended by the test');
});

test.each([
  ['reject', 'REJECTED'],
  ['cancel', 'CANCELLED'],
])(
  'a batch that takes %s before it pays does not call cancelled what an earlier run of it has sent',
  async (command, stage) => {
    const file = pendingFile();
    await endByForce(file);
    const batch = await frozen(file);
    await batch.tell(command, { ...operator, reason: 'OTHER' });
    expect(await batch.handle.result()).toMatchObject({ stage, counts: { STARTED: 3 } });
    expect((await batch.snapshot()).facts).toMatchObject({ rows: 3, rowsStarted: 3 });
  },
);

test('a batch whose earlier run left a part behind waits for a person, and ends once it is cancelled', async () => {
  const file = pendingFile();
  await endByForce(file);
  const batch = await paying(file);
  const cause = '1 part of the batch was ended by force, or an earlier run of the batch still carries it out';
  const { attention } = await soon(batch, ({ attention }) => attention !== undefined);
  expect(attention).toMatchObject({ cause, actions: ['retry', 'cancel'] });
  await batch.tell('cancel', { ...operator, reason: 'NO_LONGER_NEEDED' });
  const { timeline } = await soon(batch, ({ attention }) => attention?.actions.join() === 'retry');
  await part(file).terminate('as a person does');
  await settle(file.payouts);
  await batch.tell('retry', operator);
  expect(await batch.handle.result()).toMatchObject({ stage: 'CANCELLED', counts: { SUCCESS: 3 } });
  expect(committed(file)).toEqual([1, 1, 1]);
  expect(timeline.filter(({ what }) => what.includes(cause))).toHaveLength(2);
});
