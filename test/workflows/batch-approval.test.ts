import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout-policy';
import type { BatchFile } from '../../src/input/batch-input';
import type { BatchResult } from '../../src/workflows/results';
import { batchFile, batchRows } from './batch-sample';
import { steering, type Steered } from './steering';

const EXPIRES_HOURS = 72;

const theatre = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvalExpiresHours: EXPIRES_HOURS,
  approvals: [{ fromKobo: 50_000, approvals: 2, roles: ['approver'] }],
});

const start = (file: BatchFile) => theatre.start('payoutBatchWorkflow', `batch:${file.reference}`, file);
const approver = (actor: string) => ({ actor, role: 'approver' });
const committed = (reference: string) =>
  theatre.world.committed.list({ effect: 'payout-committed', key: reference }).length;

const untilFrozen = async (batch: Steered) => {
  const { facts } = await batch.until(({ facts }) => facts.digest !== undefined, 1);
  return { expectedDigest: String(facts.digest) };
};

/** Both approve; the answer is how the batch ended. */
async function paid(batch: Steered): Promise<BatchResult> {
  const digest = await untilFrozen(batch);
  await batch.tell('approve', { ...approver('checker-1'), ...digest });
  await batch.tell('approve', { ...approver('checker-2'), ...digest });
  return batch.result<BatchResult>();
}

test('a batch that comes to much takes two different people', async () => {
  const rows = batchRows(3);
  const batch = await start(batchFile(rows));
  const digest = await untilFrozen(batch);
  expect((await batch.file()).facts).toMatchObject({ approvals: 0, approvalsNeeded: 2 });
  await batch.tell('approve', { ...approver('checker-1'), ...digest });
  expect(await batch.refusal('approve', { ...approver('checker-1'), ...digest })).toContain(
    'approved it before',
  );
  await theatre.sleep(60);
  expect((await batch.file()).facts).toMatchObject({ approvals: 1 });
  for (const { reference } of rows) expect(committed(reference)).toBe(0);
  await batch.tell('approve', { ...approver('checker-2'), ...digest });
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 3 } });
});

test('what one has approved lapses when the other does not come in time', async () => {
  const rows = batchRows(3);
  const batch = await start(batchFile(rows));
  await batch.tell('approve', { ...approver('checker-1'), ...(await untilFrozen(batch)) });
  await theatre.sleep(EXPIRES_HOURS * 60);
  const { timeline, facts, stage } = await batch.until(({ facts }) => facts.approvals === 0);
  expect(stage).toBe('APPROVAL');
  expect(facts.approvalsNeeded).toBe(2);
  expect(timeline.map(({ what }) => what)).toContain(
    `Approvals lapse after ${EXPIRES_HOURS} hours; they are to be given anew`,
  );
  for (const { reference } of rows) expect(committed(reference)).toBe(0);
  expect(await paid(batch)).toMatchObject({ counts: { SUCCESS: 3 } });
});
