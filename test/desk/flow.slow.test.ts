import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import type { Statement } from '../../src/desk/contract';
import type { Answer, Browser } from '../support/desk/browser';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { exampleDocument, startLoan, until, upload } from '../support/desk/steps';

let stack: DeskStack;
let browsers: Record<'officer' | 'other-officer' | 'supervisor' | 'maker' | 'approver', Browser>;

beforeAll(async () => {
  stack = await deskStack();
  const names = ['officer', 'other-officer', 'supervisor', 'maker', 'approver'] as const;
  const all = await Promise.all(names.map((name) => loggedIn(stack.url, name)));
  browsers = Object.fromEntries(names.map((name, place) => [name, all[place]])) as typeof browsers;
});
afterAll(() => stack.stop());

const LOAN = '/api/cases/loan/LN-DESK-1';
const BATCH = '/api/cases/batch/BT-DESK-1';
/** A busy machine's worker may take a start later than the answer can wait. */
const BEGUN = /^(started|waiting)$/;
const csv = readFileSync('examples/batch.csv', 'utf8');

test('an officer starts a loan, accepts its offer, hands in the board resolution, and sees it disbursed', async () => {
  const { officer } = browsers;
  const started = await startLoan(officer, 'LN-DESK-1');
  expect(started.body).toEqual({
    ...{ kind: 'loan', reference: 'LN-DESK-1', repeated: false },
    outcome: expect.stringMatching(BEGUN),
  });
  await until(
    () => officer.get(LOAN),
    ({ commands }) => commands?.some((one: Answer['body']) => one.name === 'acceptOffer' && one.allowed),
  );
  const queue = await until(
    () => officer.get('/api/cases?q=borrower'),
    ({ rows }) => rows?.length > 0,
  );
  expect(queue.rows[0]).toMatchObject({ reference: 'LN-DESK-1', kind: 'loan', name: 'Test Borrower' });
  const accepted = await officer.post(`${LOAN}/commands/acceptOffer`, { expectedStage: 'OFFER' });
  expect(accepted.body).toMatchObject({ command: 'acceptOffer', repeated: false });
  await until(
    () => officer.get(LOAN),
    ({ stage }) => stage === 'BOARD_RESOLUTION',
  );
  const { body: stored } = await upload(officer, LOAN, exampleDocument('board-resolution.pdf'));
  const handedIn = await officer.post(`${LOAN}/commands/submitBoardResolution`, {
    fields: { document: stored.sha256 },
  });
  expect(handedIn.status).toBe(200);
  const page = await until(
    () => officer.get(LOAN),
    ({ stage, waiting }) => stage === 'REPAYING' && waiting !== undefined,
  );
  expect(page.sentence).toMatch(
    /^Waits for the repayment of an instalment since \d+ \w+ \d{4}, \d\d:\d\d WAT, until \d.* WAT; the borrower is to act\.$/,
  );
  const preview = await officer.get(`${LOAN}/documents/${stored.sha256}`);
  expect(preview.headers.get('content-type')).toBe('application/pdf');
  const audit = await browsers.supervisor.get('/api/audit?person=officer&case=loan:LN-DESK-1');
  const deeds = audit.body.entries.filter((one: Answer['body']) => one.kind === 'command');
  expect(deeds.map(({ what, signed }: Answer['body']) => [what, signed])).toEqual([
    ['submitBoardResolution', true],
    ['acceptOffer', true],
  ]);
});

test('a maker corrects three faulty rows and freezes a batch, is refused its approval, and an approver gives it', async () => {
  const { maker, approver } = browsers;
  const lines = csv.trim().split('\n');
  const faulty = lines.map((line, place) =>
    place >= 1 && place <= 3 ? line.replace(/,\d{5,}0,/, ',5,') : line,
  );
  const checked = await maker.post('/api/batches/check', { csv: faulty.join('\n') });
  expect(checked.body.problems.map(({ line, column }: Answer['body']) => [line, column])).toEqual([
    [2, 'amountKobo'],
    [3, 'amountKobo'],
    [4, 'amountKobo'],
  ]);
  const batch = { reference: 'BT-DESK-1', sourceAccountNumber: '9000000001' };
  expect((await maker.post('/api/batches', { ...batch, csv: faulty.join('\n') })).status).toBe(422);
  expect((await maker.post('/api/batches', { ...batch, csv })).body.outcome).toMatch(BEGUN);
  const frozen = await until(
    () => maker.get(BATCH),
    ({ stage }) => stage === 'APPROVAL',
  );
  const [{ digest, makers, allowed }] = frozen.approvals;
  expect({ makers, allowed }).toEqual({ makers: ['maker'], allowed: false });
  const approve = { fields: { expectedDigest: digest } };
  expect((await maker.post(`${BATCH}/commands/approve`, approve)).status).toBe(403);
  const inbox = await until(
    () => approver.get('/api/approvals'),
    ({ items }) => items?.length > 0,
  );
  expect(inbox.items[0]).toMatchObject({
    reference: 'BT-DESK-1',
    digest,
    allowed: true,
    amountKobo: 53_625_000,
  });
  const another = { fields: { expectedDigest: 'f'.repeat(64) } };
  expect((await approver.post(`${BATCH}/commands/approve`, another)).status).toBe(409);
  expect((await approver.post(`${BATCH}/commands/approve`, approve)).body.command).toBe('approve');
  await until(
    () => maker.get('/api/batches/BT-DESK-1/progress'),
    ({ stage }) => stage === 'DONE',
  );
  const { body } = await maker.get('/api/batches/BT-DESK-1/results');
  expect(body.counts).toEqual({ SUCCESS: 6 });
  const { decisions } = (await maker.get(BATCH)).body;
  expect(decisions).toMatchObject([{ command: 'approve', by: 'approver', role: 'approver', digest }]);
});

test('the same request given twice takes effect once, and has one receipt', async () => {
  const { officer } = browsers;
  const note = { fields: { text: 'Called the borrower' } };
  const key = { 'idempotency-key': 'note-1' };
  const first = await officer.post(`${LOAN}/commands/addNote`, note, key);
  const again = await officer.post(`${LOAN}/commands/addNote`, note, key);
  expect(first.status).toBe(200);
  expect(again.body).toEqual({ ...first.body, repeated: true });
  const another = await officer.post(`${LOAN}/commands/addNote`, { fields: { text: 'Another' } }, key);
  expect(another.body).toMatchObject({
    status: 422,
    detail: expect.stringContaining(`${LOAN}/commands/addNote`),
  });
  const { body } = await officer.get(LOAN);
  expect(
    body.timeline.filter(({ note: text }: Answer['body']) => text === 'Called the borrower'),
  ).toHaveLength(1);
});

test('one command for many cases has a result for each', async () => {
  const cases = [
    { kind: 'loan', reference: 'LN-DESK-1' },
    { kind: 'loan', reference: 'LN-NONE' },
  ];
  const order = { command: 'assign', fields: { assignee: 'officer' }, cases };
  // A worker that has too much to do answers late: the same request can be sent again.
  const body = await until(
    () => browsers.officer.post('/api/commands', order, { 'idempotency-key': 'assign-1' }),
    ({ results }) => results?.[0]?.receipt !== undefined,
  );
  expect(body.results[0].receipt.command).toBe('assign');
  expect(body.results[1].refusal).toBe('There is no loan with the reference LN-NONE.');
  const mine = await until(
    () => browsers.officer.get('/api/cases?tab=mine'),
    ({ total }) => total === 1,
  );
  expect(mine.rows[0].reference).toBe('LN-DESK-1');
});

test('lists, figures, repayments, search, reconciliation and the check of the audit answer by the contract', async () => {
  const { supervisor, officer } = browsers;
  expect((await officer.get('/api/repayments')).body.rows[0]).toMatchObject({
    reference: 'LN-DESK-1',
    instalments: 6,
  });
  const { instalments, total } = (await officer.get('/api/loans/LN-DESK-1/statement')).body as Statement;
  expect(instalments).toHaveLength(6);
  expect(total.dueKobo).toBe(total.paidKobo + total.owedKobo);
  const lines = (await officer.get('/api/loans/LN-DESK-1/statement.csv')).text.trim().split('\n');
  expect(lines[0]).toBe('number,dueOn,dueNaira,paidNaira,owedNaira,status');
  expect(lines).toHaveLength(1 + instalments.length);
  expect((await officer.get('/api/search?q=bor')).body.cases[0].reference).toBe('LN-DESK-1');
  const { body: figures } = await supervisor.get('/api/figures');
  expect(figures.budget.windows[0].limit).toBe(100_000);
  expect(figures.waits[0]).toMatchObject({ for: 'REPAYMENT', cases: 1 });
  expect(figures.weeks.at(-1)).toMatchObject({ disbursedLoans: 1 });
  const { body: begun } = await supervisor.post('/api/reconciliations', {});
  const found = await until(
    () => supervisor.get(`/api/reconciliations/${begun.reference}`),
    ({ report }) => report !== undefined,
  );
  expect(found.report.unmatched).toBe(0);
  const { body: verified } = await supervisor.get('/api/audit/verification');
  expect(verified).toMatchObject({ problems: [] });
});

test('a rebuilt copy equals the one before', async () => {
  const rows = async () => {
    const [open, ended] = await Promise.all(
      ['open', 'ended'].map((tab) =>
        browsers.supervisor.get(`/api/cases?tab=${tab}&sort=reference&size=200`),
      ),
    );
    return [...open!.body.rows, ...ended!.body.rows];
  };
  await until(
    () => browsers.supervisor.get('/api/cases?tab=ended&kind=reconciliation'),
    ({ total }) => total === 1,
  );
  // Changes are looked for from a few seconds earlier on: after that the copy has seen all of them.
  const asked = Date.now() + 8_000;
  await until(
    () => browsers.supervisor.get('/api/cases'),
    ({ freshness }) => Date.parse(freshness.readAt) > asked,
  );
  const before = await rows();
  const pool = new Pool({ connectionString: stack.databaseUrl });
  await pool.query('DELETE FROM case_summary');
  await pool.query('UPDATE case_watch SET complete_at = NULL, changes_to = NULL');
  await pool.end();
  await until(
    () => browsers.supervisor.get('/api/cases'),
    ({ freshness }) => freshness?.stale === false && freshness.readAt !== undefined,
  );
  expect(await rows()).toEqual(before);
});

test('the rows of a batch that was paid are named in another batch of the same payments, and in a payout like one', async () => {
  const { maker } = browsers;
  const again = { reference: 'BT-DESK-2', sourceAccountNumber: '9000000001' };
  const rows = csv.replaceAll('SAL-', 'AGAIN-');
  expect((await maker.post('/api/batches', { ...again, csv: rows })).body.outcome).toMatch(BEGUN);
  const { rows: payees } = await until(
    () => maker.get('/api/batches/BT-DESK-2/payees'),
    (body) =>
      body.rows?.length === 6 && body.rows.every(({ alike = [] }: Answer['body']) => alike.length > 0),
  );
  const named = payees.flatMap(({ alike }: Answer['body']) => alike);
  expect(new Set(named.map(({ reference }: Answer['body']) => reference))).toEqual(new Set(['BT-DESK-1']));
  const [payee] = payees;
  const payment = { bankCode: payee.bankCode, accountNumber: payee.account, amountKobo: payee.amountKobo };
  await until(
    () => maker.post('/api/payouts/alike', payment),
    ({ alike }) => alike?.length === 2,
  );
});

test('a row that was left out keeps its name in the results, and leaves the payees', async () => {
  const { maker } = browsers;
  const page = '/api/cases/batch/BT-DESK-2';
  await until(
    () => maker.get(page),
    ({ stage }) => ['REVIEW', 'APPROVAL'].includes(stage),
  );
  const leaveOut = { fields: { rows: '2', reason: 'DUPLICATE' } };
  expect((await maker.post(`${page}/commands/excludeRows`, leaveOut)).body.command).toBe('excludeRows');
  const { rows } = (await maker.get('/api/batches/BT-DESK-2/results')).body;
  const left = { row: 2, reference: 'AGAIN-2026-11-002', status: 'EXCLUDED', name: 'CHIDI EFE OKAFOR' };
  expect(rows.find(({ status }: Answer['body']) => status === 'EXCLUDED')).toMatchObject(left);
});
