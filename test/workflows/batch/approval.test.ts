import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import type { BatchFile } from '../../../src/domain/batch/input';
import { payeesQuery } from '../../../src/domain/wire/messages';
import { batchFile, batchRows, rowTo } from '../../support/workflows/batch-sample';
import { soon } from '../../support/workflows/batch-steering';
import { steering, type Steered } from '../../support/workflows/steering';
import type { BatchResult } from '../../../src/domain/batch/stages';

const EXPIRES_HOURS = 72;

const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvalExpiresHours: EXPIRES_HOURS,
  approvals: [{ fromKobo: 50_000, approvals: 2, roles: ['approver'] }],
});

const start = (file: BatchFile) => environment.start('payoutBatchWorkflow', `batch:${file.reference}`, file);
const approver = (actor: string) => ({ actor, role: 'approver' });
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

const untilFrozen = async (batch: Steered) => {
  const { facts } = await soon(batch, ({ facts }) => facts.digest !== undefined);
  return { expectedDigest: String(facts.digest) };
};

/** Both approve. */
async function approved(batch: Steered): Promise<void> {
  const digest = await untilFrozen(batch);
  for (const actor of ['checker-1', 'checker-2'])
    await batch.tell('approve', { ...approver(actor), ...digest });
}

test('a batch that comes to much takes two different people', async () => {
  const rows = batchRows(3);
  const batch = await start(batchFile(rows));
  const digest = await untilFrozen(batch);
  expect((await batch.snapshot()).facts).toMatchObject({ approvals: '0 of 2' });
  await batch.tell('approve', { ...approver('checker-1'), ...digest });
  expect(await batch.refusal('approve', { ...approver('checker-1'), ...digest })).toContain(
    'approved it before',
  );
  await environment.sleep(60);
  expect((await batch.snapshot()).facts).toMatchObject({ approvals: '1 of 2' });
  for (const { reference } of rows) expect(committed(reference)).toBe(0);
  await batch.tell('approve', { ...approver('checker-2'), ...digest });
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 3 } });
});

test('a batch tells its payees with the names on their accounts, and none that was left out', async () => {
  const rows = batchRows(3, 'PAYEES');
  const batch = await start(batchFile(rows));
  await untilFrozen(batch);
  const operator = { actor: 'operator-2', role: 'operator' };
  await batch.tell('excludeRows', { ...operator, rows: '2', reason: 'OTHER' });
  await untilFrozen(batch);
  const told = await batch.handle.query(payeesQuery, 0);
  expect(told).toEqual(
    [1, 3].map((row) => ({ ...rows[row - 1], row, nameOnAccount: rows[row - 1]?.accountName })),
  );
  expect(await batch.handle.query(payeesQuery, 2)).toEqual([]);
  await batch.tell('reject', { ...approver('checker-1'), reason: 'NOT_EXPECTED' });
  await batch.result();
});

test('what one has approved lapses when the other does not come in time', async () => {
  const rows = batchRows(3);
  const batch = await start(batchFile(rows));
  await batch.tell('approve', { ...approver('checker-1'), ...(await untilFrozen(batch)) });
  await environment.sleep(EXPIRES_HOURS * 60);
  const { attention, stage } = await batch.until(({ facts }) => facts.approvals === '0 of 2');
  expect(stage).toBe('APPROVAL');
  expect(attention).toMatchObject({
    cause: expect.stringContaining('not approved in time'),
    actions: ['approve', 'reject', 'cancel'],
  });
  for (const { reference } of rows) expect(committed(reference)).toBe(0);
  await approved(batch);
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 3 } });
});

test('rows that are not sent before the approval lapses need an approval of their own, by no maker', async () => {
  const [first, second, third] = batchRows(3);
  const file = batchFile([rowTo(first!, '08'), second!, third!], { concurrency: 1 });
  const batch = await start(file);
  await approved(batch);
  await soon(batch, ({ stage }) => stage === 'PAYING');
  await batch.tell('pause', { actor: 'operator-1', role: 'operator' });
  await environment.sleep((EXPIRES_HOURS + 1) * 60);
  await batch.tell('resume', { actor: 'operator-1', role: 'operator' });
  await environment.sleep(60);
  for (const { reference } of [second!, third!]) {
    const payout = environment.found(`payout:${reference}`);
    const { facts } = await payout.until(({ stage }) => stage === 'APPROVAL');
    expect(committed(reference)).toBe(0);
    expect(facts.batch).toBe(file.reference);
    const approval = { ...approver('checker-1'), expectedDigest: facts.digest };
    expect(await payout.refusal('approve', { ...approval, actor: 'Maker-1' })).toContain('changed this');
    await payout.tell('approve', approval);
  }
  environment.bank.payouts.change(first!.reference, { status: 'SUCCESS' });
  expect(await batch.result<BatchResult>()).toMatchObject({ counts: { SUCCESS: 3 } });
});

test('a chunk that no batch has started pays nothing', async () => {
  const [row] = batchRows(1);
  const rows = [{ ...row!, row: 1, nameOnAccount: row!.accountName }];
  const common = { batch: 'evil', chunk: 1, createdBy: 'maker-1', sourceAccountNumber: '9000000001' };
  const control = { slots: 1, paused: false, cancelled: false };
  const input = { ...common, clock: { rate: 1 }, control, rows };
  for (const workflowId of ['batch:evil:chunk-1', 'batch:evil:slice-1']) {
    const chunk = await environment.start('batchChunkWorkflow', workflowId, input);
    await expect(chunk.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/only batch:evil can start|workflow id must be/) },
    });
  }
  expect(committed(row!.reference)).toBe(0);
});

test('a payout that claims the approval of a batch which did not start it is refused', async () => {
  const { reference, amountKobo, remark, ...beneficiary } = batchRows(1)[0]!;
  const source = { accountNumber: '9000000001' };
  const input = { reference, createdBy: 'maker-1', amountKobo, remark, source, beneficiary };
  const claim = { accountName: beneficiary.accountName };
  const payout = await environment.start('payoutWorkflow', `payout:${reference}`, input, claim);
  await expect(payout.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('only a batch can approve') },
  });
  expect(committed(reference)).toBe(0);
});
