import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { payoutInput } from '../../../src/domain/payout/input';
import { holderOf } from '../../../sandbox/money/banks';
import { BOOKS } from '../../../sandbox/money/ledger';
import { moveMoney } from '../../../sandbox/money/movements';
import { startCase } from '../../../src/cases/start';
import { payoutFile } from '../../support/workflows/sample';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { type } from '../../support/cli/terminal';
import { kinds } from '../../../src/domain/kinds';

jest.setTimeout(120_000);

const ACCOUNT = '9000000001';
const SINCE_EVER = '--from 2020-01-01';
const COURSES = { paid: '50', alsoPaid: '51', failed: '04', failedLater: '09' };

let environment: TestEnvironment;
const paid: string[] = [];
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  for (const code of Object.values(COURSES)) {
    const number = `00000000${code}`;
    const file = payoutFile(holderOf('901', number), number, ACCOUNT);
    const { workflowId } = await startCase(environment.client, kinds.payout, payoutInput.parse(file));
    await environment.client.workflow.getHandle(workflowId).result();
    paid.push(file.reference);
  }
  await untilListed(paid.length);
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await environment.stop();
});

/** The index lags a moment behind. */
async function untilListed(count: number): Promise<void> {
  const query = 'WorkflowType = "payoutWorkflow" AND CloseTime IS NOT NULL';
  while ((await environment.client.workflow.count(query)).count < count) await sleep(100);
}

const reconcile = (more = '') => type(`reconciliation run ${SINCE_EVER} ${more}`.trim());

test('both sides agree after payouts that were paid and that failed', async () => {
  const { code, out } = await reconcile('--json');
  expect(code).toBe(0);
  const report = JSON.parse(out);
  expect(report).toMatchObject({ matched: 4, inFlight: 0, unmatched: 0, differenceKobo: 0 });
  expect(report.accounts).toHaveLength(1);
});

test('for people it is a table that names no account in full', async () => {
  const { code, out } = await reconcile();
  expect(code).toBe(0);
  expect(out).toMatch(/Account …0001\n +COUNT +IN ALL\n +matched +4 +₦50,\d{3}\.00 out/);
  expect(out).toContain('4 matched, 0 in flight, 0 different, by ₦0.00 in all.');
  expect(out).not.toContain(ACCOUNT);
});

test('a transfer behind our back is named, and stays open until an operator says what it was', async () => {
  const { state } = environment.sandbox;
  state.now = state.clock.now();
  const taken = { from: ACCOUNT, to: BOOKS.outside, category: 'TRANSFER' } as const;
  const { uniqueRef } = moveMoney(state, { ...taken, amountKobo: 12_345, description: 'Rent' });
  moveMoney(state, { ...taken, amountKobo: 1_000, description: `${paid[0]} Invoice 17` });
  await sleep(100);

  const { code, out, err } = await reconcile();
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`UNKNOWN_DEBIT +${uniqueRef} .* ₦0\\.00 +₦123\\.45 out`));
  expect(out).toMatch(new RegExp(`PAID_TWICE +${paid[0]} `));
  expect(out).toContain('money left the account, and no payout of ours knows of it');
  expect(out).toContain('2 different, by ₦133.45 in all.');
  expect(err).toContain(
    'npm run starter -- reconciliation resolve-attention 2020-01-01 --outcome <EXPLAINED|',
  );
  expect(err).toContain('--role <supervisor>');

  const attention = await untilOut('reconciliation attention', (text) => text.includes('2020-01-01'));
  expect(attention).toContain('the ledger and the statements differ in 2 places');
  const again = await reconcile('--json');
  expect(again.err).toContain('is open; comparing again');
  expect(JSON.parse(again.out)).toMatchObject({
    unmatched: 2,
    theirsOnly: 1,
    differentAmount: 1,
    differenceKobo: 13_345,
  });

  const closed = await type(
    'reconciliation resolve-attention 2020-01-01 --outcome EXPLAINED --evidence T-12 --actor u-1 --role supervisor',
  );
  expect(closed.code).toBe(0);
  const shown = await untilOut('reconciliation show 2020-01-01', (text) => text.includes('(RESOLVED)'));
  expect(shown).toContain('T-12');
});

async function untilOut(line: string, isThere: (out: string) => boolean): Promise<string> {
  for (;;) {
    const { out } = await type(line);
    if (isThere(out)) return out;
    await sleep(200);
  }
}

test.each([
  ['--from 2026-02-30', 'It must be a date, YYYY-MM-DD.'],
  ['--to 2019-01-01', 'fromOn must not be after toOn'],
])('what cannot be reconciled is a sentence and 2: %s', async (more, sentence) => {
  const { code, out, err } = await reconcile(more);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(sentence);
});

test('an account of which the bank knows nothing is a sentence and 2', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-'));
  const path = join(folder, 'account.json');
  await writeFile(path, JSON.stringify({ account: '1234567890' }));
  const { code, err } = await reconcile(`--account-from ${path}`);
  await rm(folder, { recursive: true });
  expect(code).toBe(2);
  expect(err).toContain(
    'The account cannot be read: the statement of the account …7890: the bank refused it',
  );
});

test('without a worker it says so, and ends with 4', async () => {
  await environment.stopWorkers();
  const { code, err } = await reconcile('--timeout-seconds 1 --to 2020-01-02');
  expect(code).toBe(4);
  expect(err).toContain('No worker');
});
