import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import { holderOf } from '../../sandbox/money/banks';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import { reversePayout } from '../../sandbox/money/payouts';
import { payoutFile } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const OPERATOR = { role: 'operator', actor: 'operator-1' };
const SUPERVISOR = { role: 'supervisor', actor: 'supervisor-1' };

let runs = 0;
/** This server keeps no index, so what is ours is known by what the statement says. */
const reconcile = (input: object) =>
  environment.start('reconciliationWorkflow', `reconciliation:R-${++runs}`, input);
const reportOf = ({ handle }: Steered) => handle.query<ReconciliationReport>('report');

/** Everything that happened so far counts as settled. */
const letSettle = () => environment.sleep(60);

async function pay(source: string, ...codes: string[]): Promise<string[]> {
  const references = [];
  for (const code of codes) {
    const number = `00000000${code}`;
    const file = { ...payoutFile(holderOf('901', number), number, source), amountKobo: 30_000 };
    const payout = await environment.startPayout(file);
    await payout.result();
    references.push(file.reference);
  }
  await letSettle();
  return references;
}

/** Moves money behind our back. */
function takeOut(from: string, amountKobo: number, description: string): void {
  environment.bank.now = environment.bank.clock.now();
  moveMoney(environment.bank, { from, to: BOOKS.outside, amountKobo, category: 'TRANSFER', description });
}

test('payouts that were paid, failed and refused agree with the statement', async () => {
  const account = '9000000001';
  await pay(account, '50', '51', '04', '09');
  const reconciliation = await reconcile({ account });
  expect(await reconciliation.result()).toMatchObject({
    matched: 4,
    unmatched: 0,
    differenceKobo: 0,
    accounts: [{ account: '…0001', differences: [] }],
  });
  expect((await reconciliation.snapshot()).stage).toBe('AGREED');
});

test('a payout that came back after it was paid gets a case of its own again, and is in flight until a person has settled it', async () => {
  const account = '9000000001';
  const [reference = ''] = await pay(account, '53');
  environment.bank.now = environment.bank.clock.now();
  reversePayout(environment.bank, reference);
  await letSettle();
  const reconciliation = await reconcile({ account });
  expect(await reconciliation.result()).toMatchObject({ inFlight: 1, unmatched: 0 });
  const reopened = environment.found(`payout:${reference}`);
  const { attention } = await reopened.untilAttention();
  expect(attention?.cause).toContain('was taken back');
});

test('a comparison whose statement cannot be read needs attention within ten minutes, and ends once it can be', async () => {
  const account = '9000000001';
  environment.plant({ kind: 'error-before', operations: ['listTransactions'], count: 1_000 });
  const startedAt = environment.bank.clock.now();
  const comparison = await reconcile({ account });
  const { stage, attention } = await comparison.untilAttention(1);
  expect(environment.bank.clock.now() - startedAt).toBeLessThan(10 * 60_000);
  expect(stage).toBe('COMPARING');
  expect(attention?.cause).toContain('Comparing');
  environment.bank.faults.remove();
  expect(await comparison.result()).toMatchObject({ unmatched: 0 });
});

test('a comparison whose statement the bank refuses says of which account, and why', async () => {
  await pay('9000000001', '50');
  environment.parts().refusals.plan('listTransactions', { status: 400, message: 'account is dormant' });
  const comparison = await reconcile({});
  const { attention } = await comparison.untilAttention();
  expect(attention?.cause).toBe(
    'Comparing: the statement of the account …0001: the bank refused it (400): account is dormant',
  );
  await comparison.tell('retry', OPERATOR);
  await comparison.result();
});

const account = '9000000002';
let reconciliation: Steered;
beforeAll(async () => {
  const [reference] = await pay(account, '52');
  takeOut(account, 70_000, 'Office rent');
  takeOut(account, 30_000, `${reference} Invoice 17`);
  await letSettle();
  reconciliation = await reconcile({ account });
  await reconciliation.untilAttention();
});

test('an account from which money was taken behind our back needs attention, with each difference named', async () => {
  const { stage, attention, waiting, facts, commands } = await reconciliation.snapshot();
  expect(stage).toBe('DIFFERENT');
  expect(attention).toMatchObject({
    cause: 'the ledger and the statements differ in 2 places, by ₦1,000.00 in all',
    actions: ['compareAgain', 'resolveAttention', 'cancel'],
  });
  expect(waiting).toMatchObject({ for: 'SUPERVISOR', on: 'supervisor' });
  expect(facts).toMatchObject({ unmatched: 2, differenceKobo: 100_000 });
  expect(commands).not.toContain('retry');
  const { theirsOnly, differentAmount, accounts } = await reportOf(reconciliation);
  expect({ theirsOnly, differentAmount }).toEqual({ theirsOnly: 1, differentAmount: 1 });
  expect(accounts[0]?.differences.map(({ cause }) => cause).sort()).toEqual(['PAID_TWICE', 'UNKNOWN_DEBIT']);
});

test('an account from which money was taken behind our back shows no account number to a reader of the case', async () => {
  expect(JSON.stringify(await reconciliation.snapshot())).not.toContain(account);
  expect(JSON.stringify(await reportOf(reconciliation))).not.toContain(account);
});

const EXPLAINED = { outcome: 'EXPLAINED', evidence: 'Ticket T-12' };

test.each([
  ['resolveAttention', { ...EXPLAINED, outcome: 'LOSS_ACCEPTED' }],
  ['cancel', { reason: 'NOT_NEEDED' }],
])('who pays out does not end a difference with %s: a supervisor does', async (command, fields) => {
  expect(await reconciliation.refusal(command, { ...OPERATOR, ...fields })).toContain(
    `${command} takes the role supervisor`,
  );
});

test('a difference that is found again is as old as it was', async () => {
  const found = (await reconciliation.snapshot()).attention;
  await environment.sleep(60);
  await reconciliation.tell('compareAgain', OPERATOR);
  const { attention } = await reconciliation.until(
    ({ timeline }) => timeline.filter(({ what }) => what.startsWith('Needs attention')).length === 2,
    1,
  );
  expect(attention).toEqual(found);
});

test('a difference is not closed by a form from before it was compared again', async () => {
  const { changes = 0 } = await reconciliation.snapshot();
  const before = { ...SUPERVISOR, ...EXPLAINED, expectedChanges: changes - 1 };
  expect(changes).toBeGreaterThan(1);
  expect(await reconciliation.refusal('resolveAttention', before)).toContain('was given for other content');
});

test('an account from which money was taken behind our back is closed only with evidence', async () => {
  expect(await reconciliation.refusal('resolveAttention', { ...SUPERVISOR, outcome: 'EXPLAINED' })).toContain(
    'evidence is missing',
  );
  await reconciliation.tell('resolveAttention', { ...SUPERVISOR, ...EXPLAINED });
  expect(await reconciliation.result()).toMatchObject({ unmatched: 2 });
  const { stage, timeline } = await reconciliation.snapshot();
  expect(stage).toBe('RESOLVED');
  expect(timeline).toContainEqual(
    expect.objectContaining({ by: 'supervisor-1', what: 'Resolved as EXPLAINED', note: 'Ticket T-12' }),
  );
});

test('a reconciliation that is cancelled concludes nothing, whatever it has found', async () => {
  const own = await reconcile({ account });
  await own.untilAttention();
  await own.tell('cancel', { ...SUPERVISOR, reason: 'NOT_NEEDED' });
  expect(await own.result()).toMatchObject({ cancelled: true });
  expect((await own.snapshot()).stage).toBe('CANCELLED');
});

test.each([
  [{ account: '12' }, 'account must be exactly 10 digits'],
  [{ account: 9_000_000_001 }, 'account'],
  [{ fromOn: '2026-02-30' }, 'fromOn must be a date, YYYY-MM-DD'],
  [{ fromOn: '2026-02-02', toOn: '2026-02-01' }, 'fromOn must not be after toOn'],
  [{ days: 1, fromOn: '2026-02-02' }, 'give days, or fromOn and toOn'],
  [{ period: 'all' }, 'unknown fields: period'],
  [
    { account: '1234567890' },
    'The account cannot be read: the statement of the account …7890: the bank refused it',
  ],
])('what makes no sense is refused at once: %j', async (input, sentence) => {
  const reconciliation = await reconcile(input);
  await expect(reconciliation.handle.result()).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining(sentence) }),
  });
});
