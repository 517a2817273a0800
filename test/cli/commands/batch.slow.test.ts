import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RowResult } from '../../../src/domain/batch/validation-results';
import type { BatchRow } from '../../../src/domain/batch/rows';
import { batchFile, batchRows, rowTo, SOURCE } from '../../support/workflows/batch-sample';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { type } from '../../support/cli/terminal';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let folder: string;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  folder = await mkdtemp(join(tmpdir(), 'batch-'));
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await rm(folder, { recursive: true });
  await environment.stop();
});

/** The file that says which account pays. */
async function head(): Promise<string> {
  const path = join(folder, 'head.json');
  await writeFile(path, JSON.stringify({ source: { accountNumber: SOURCE } }));
  return path;
}

/** Generous, for machines that do much else. */
const SHOWN_WITHIN_MS = 100_000;

async function until(line: string, isThere: (out: string) => boolean): Promise<string> {
  for (const began = performance.now(); performance.now() - began < SHOWN_WITHIN_MS;) {
    const { out } = await type(line);
    if (isThere(out)) return out;
    await sleep(200);
  }
  throw new Error(`${line} never showed it, but: ${(await type(line)).out}`);
}

async function approve(reference: string): Promise<void> {
  const shown = await until(`batch show ${reference}`, (out) => /digest +[0-9a-f]{64}/.test(out));
  const [digest] = /[0-9a-f]{64}/.exec(shown) ?? [];
  const approved = await type(`batch approve ${reference} --expected-digest ${digest} --actor checker-1`);
  expect(approved).toMatchObject({ code: 0 });
}

const committed = (key: string) =>
  environment.sandbox.state.committed.list({ effect: 'payout-committed', key }).length;

test('a CSV file is checked, started, approved and paid, and every row has its result, also as CSV', async () => {
  expect(await type('batch check examples/batch.csv')).toMatchObject({
    code: 0,
    out: expect.stringContaining('6 rows to 6 accounts, ₦536,250.00 in all'),
  });
  const incomplete = await type('batch start examples/batch.csv --reference BT-1');
  expect(incomplete).toMatchObject({ code: 2, err: expect.stringContaining('(--from)') });
  const line = `batch start examples/batch.csv --reference BT-1 --from ${await head()} --created-by maker-1`;
  expect(await type(line)).toMatchObject({ code: 0, out: expect.stringMatching(/is (started|handed in)/) });
  await approve('BT-1');
  const ended = await type('batch wait BT-1 --timeout-seconds 100');
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('Every row has its result') });
  expect((await type('batch results BT-1')).out).toMatch(/SUCCESS +6 +₦536,250.00 +paid/);
  const csv = join(folder, 'results.csv');
  expect(await type(`batch results BT-1 --csv ${csv}`)).toMatchObject({ code: 0 });
  expect(await readFile(csv, 'utf8')).toMatch(/^row,reference,.*\n1,SAL-2026-11-001,8625000,SUCCESS,/);
  expect(await type(`batch results BT-1 --csv ${csv}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already'),
  });
  expect(await type(line)).toMatchObject({ code: 1, err: expect.stringContaining('is not started again') });
});

test('a file that is wrong starts nothing, and every problem is told', async () => {
  const path = join(folder, 'wrong.csv');
  const rows = 'PO-1,12.5,901,Almond Bank,0123456789,ADA,Rent\nPO-1,-1,901,=A1,123,ADA,Rent\n';
  await writeFile(path, `reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark\n${rows}`);
  const { code, err } = await type(
    `batch start ${path} --reference BT-2 --from ${await head()} --created-by m-1`,
  );
  expect(code).toBe(2);
  expect(err).toContain('line 2 (row 1): amountKobo must be a whole number of kobo');
  expect(err).toContain('line 3 (row 2): bankName begins like a formula');
  expect(err).toContain('line 3 (row 2): reference is the same as in line 2 (row 1)');
  expect(await type('batch show BT-2')).toMatchObject({ code: 1, err: expect.stringContaining('no batch') });
});

test('workers that go, and a part that is ended by force, lose nothing and send nothing twice', async () => {
  const rows = batchRows(6).map((row) => ({ ...rowTo(row, '08'), amountKobo: row.amountKobo }));
  const path = join(folder, 'batch.json');
  await writeFile(path, JSON.stringify(batchFile(rows, { reference: 'BT-3', concurrency: 4 })));
  expect(await type(`batch start ${path}`)).toMatchObject({ code: 0 });
  await approve('BT-3');
  const countOf = async (status: string) =>
    (JSON.parse((await type('batch results BT-3 --json')).out) as RowResult[]).filter(
      (result) => result.status === status,
    ).length;
  await until('batch results BT-3', (out) => /STARTED +4/.test(out));
  await environment.stopWorkers();
  await environment.startWorkers();
  await environment.client.workflow.getHandle('batch:BT-3:chunk-1').terminate('by force');
  await until('batch attention', (out) => out.includes('1 part of the batch was ended by force'));
  await type('batch retry BT-3 --actor checker-1');
  await until('batch results BT-3', (out) => /STARTED +6/.test(out));
  expect(await countOf('READY')).toBe(0);
  for (const { reference } of rows) while (committed(reference) === 0) await sleep(20);
  for (const { reference } of rows)
    environment.sandbox.state.payouts.change(reference, { status: 'SUCCESS', message: 'paid' });
  const ended = await type('batch wait BT-3 --timeout-seconds 100 --json');
  expect(JSON.parse(ended.out)).toMatchObject({ stage: 'DONE', counts: { SUCCESS: 6 } });
  for (const { reference } of rows) expect(committed(reference)).toBe(1);
});

test('a batch that was ended by force and is started again finds its payouts, and takes no other for them', async () => {
  const rows = batchRows(4).map((row, index) => (index === 3 ? rowTo(row, '08') : row));
  const path = join(folder, 'again.json');
  const start = async (payouts: BatchRow[]) => {
    await writeFile(path, JSON.stringify(batchFile(payouts, { reference: 'BT-4' })));
    expect(await type(`batch start ${path}`)).toMatchObject({ code: 0 });
    await approve('BT-4');
  };
  await start(rows);
  await until('batch results BT-4', (out) => /SUCCESS +3/.test(out));
  await environment.client.workflow.getHandle('batch:BT-4').terminate('by force');
  await start(rows.with(1, { ...rows[1]!, amountKobo: 99_999 }).with(2, rowTo(rows[2]!, '77')));
  await until('batch results BT-4', (out) => /REFERENCE_USED +2/.test(out));
  environment.sandbox.state.payouts.change(rows[3]!.reference, { status: 'SUCCESS', message: 'paid' });
  const ended = await type('batch wait BT-4 --timeout-seconds 100 --json');
  const reason = 'the reference has been used for another amount, source or beneficiary';
  expect(JSON.parse(ended.out)).toMatchObject({
    counts: { SUCCESS: 2, REFERENCE_USED: 2 },
    rows: [{ status: 'SUCCESS' }, { reason }, { reason }, { status: 'SUCCESS' }],
  });
  for (const { reference } of rows) expect(committed(reference)).toBe(1);
});
