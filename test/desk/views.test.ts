import { contentDigest } from '../../src/authority/digest';
import type { ListedCase } from '../../src/records/projection/list';
import { readFileSync } from 'node:fs';
import { KINDS } from '../../src/desk/contract/fields';
import { formField } from '../../src/desk/contract/command-forms';
import { routes, type Route } from '../../src/desk/contract/routes';
import { cachedFor } from '../../src/desk/cached';
import { approvalItemsOf } from '../../src/desk/views/approvals';
import { checkCsv } from '../../src/desk/routes/batches';
import { formFieldsOf } from '../../src/desk/views/commands';
import { presentOf } from '../../src/desk/views/details';
import { stageLine } from '../../src/desk/views/case-page';
import { repaymentRowOf, statementLines } from '../../src/desk/routes/repayments';
import { kinds } from '../../src/domain/kinds';

const csv = readFileSync('examples/batch.csv', 'utf8').trim().split('\n');

test('three faulty rows are told by line, row and column, and the others are counted', () => {
  const lines = [...csv];
  lines[1] = lines[1]!.replace(/,\d{5,},/, ',12,');
  lines[2] = `${lines[2]},more`;
  lines[3] = lines[3]!.replace(/,\d{10},/, ',12345,');
  const { problems, rows, totals } = checkCsv(lines.join('\n')).check;
  expect(problems.map(({ line, row, column }) => ({ line, row, column }))).toEqual([
    { line: 3, row: 2 },
    { line: 2, row: 1, column: 'amountKobo' },
    { line: 4, row: 3, column: 'accountNumber' },
  ]);
  expect(totals.rows).toBe(csv.length - 4);
  expect(rows[0]).toMatchObject({ line: 2 });
});

test('a cell that a spreadsheet would run is a problem with its column', () => {
  const { problems } = checkCsv(
    [csv[0], csv[1]!.replace(/[^,]*$/, '=HYPERLINK("x")'.replace(/"/g, '')), csv[2]].join('\n'),
  ).check;
  expect(problems).toEqual([
    { line: 2, row: 1, column: 'remark', message: 'remark begins like a formula (= + - @)' },
  ]);
});

/** A payout that waits for an approval, as an approver sees it. */
function approvalItem(facts: object, people: { makers?: string[]; approvers?: string[] } = {}) {
  const content = ['PO-1', 1_000_000, '9000000001', '901', '0123456789', 'ADA EZE', 'Rent'];
  const digest = contentDigest(content);
  const approval = {
    ...{ digest, confirmations: '0 of 1', roles: ['approver'], makers: ['maker-1'], approvers: [] },
    ...people,
  };
  const snapshot = { stage: 'APPROVAL', facts, approval, commands: ['approve'], since: 'now' };
  const { commands, stages } = kinds.payout;
  const about = {
    kind: 'payout',
    reference: 'PO-1',
    snapshot,
    contents: new Map([[digest, content]]),
    details: {},
    banks: new Map([['901', 'Almond Bank']]),
    commands,
    stages,
  };
  const person = { subject: 'approver-1', roles: ['approver'] };
  return approvalItemsOf(about as never, person as never, { isNeeded: () => false } as never)[0];
}

test('an approver sees the stamp duty beside the amount, and why there is none', () => {
  expect(approvalItem({ dutyKobo: 5_000 })).toMatchObject({ amountKobo: 1_000_000, dutyKobo: 5_000 });
  expect(approvalItem({ dutyKobo: 0, purpose: 'SALARY' })).toMatchObject({ dutyKobo: 0, purpose: 'SALARY' });
});

test('an approver sees the bank by the name that the bank itself lists for the code, whatever the maker wrote', () => {
  expect(approvalItem({ bankName: 'GTBank' })).toMatchObject({
    bankName: 'Almond Bank',
    beneficiaryEndsWith: '6789',
  });
});

test('a maker or approver whose id is written otherwise is the same person, as for the case itself', () => {
  expect(approvalItem({}, { makers: ['Approver-1'] })).toMatchObject({ allowed: false });
  expect(approvalItem({}, { approvers: ['approver -1'] })).toMatchObject({
    allowed: false,
    whyNot: 'You have agreed to it: another person is needed.',
  });
  expect(approvalItem({})).toMatchObject({ allowed: true });
});

test('every command of every kind has a form of known fields, each with what it expects', () => {
  for (const kind of KINDS)
    for (const row of Object.values(kinds[kind].commands)) {
      const fields = formFieldsOf(row, 'a'.repeat(64));
      expect(formField.array().safeParse(fields).error).toBeUndefined();
      expect(fields.every(({ expectation }) => expectation !== '')).toBe(true);
    }
});

test('a form that changes what the case has shows that beside its fields, of numbers of people the last digits', () => {
  const beneficiary = { bankCode: '058', accountNumber: '0123456789', accountName: 'Halima Chukwu' };
  const details = { amountKobo: 200_000_000, remark: 'Invoice 7', beneficiary };
  const form = formFieldsOf(kinds.payout.commands.amend!, undefined, presentOf('amend', details));
  expect(form.map(({ name, present }) => [name, present])).toEqual([
    ['amountKobo', 200_000_000],
    ['bankCode', '058'],
    ['bankName', undefined],
    ['accountNumber', '…6789'],
    ['accountName', 'Halima Chukwu'],
    ['remark', 'Invoice 7'],
  ]);
});

test('the path of a document is never asked for: a form has the upload in its place', () => {
  const names = formFieldsOf(kinds.loan.commands.submitDocument!, undefined).map(({ name }) => name);
  expect(names).toEqual(['tag', 'document']);
});

test('the line of stages shows what is behind, where the case stands, and what is ahead', () => {
  const entry = (what: string) => ({ at: '2030-01-01T00:00:00.000Z', by: 'system', what });
  const line = stageLine(kinds.loan.stages, 'OFFER', [
    entry('Application'),
    entry('Decision'),
    entry('Offer'),
  ]);
  expect(Object.fromEntries(line.map(({ stage, state }) => [stage, state]))).toMatchObject({
    ...{ ENROLMENT: 'done', APPLICATION: 'done', UNDERWRITING: 'skipped', DECISION: 'done' },
    ...{ OFFER: 'current', TERMS: 'ahead', DISBURSED: 'ahead' },
  });
  expect(line.some(({ stage }) => stage === 'WITHDRAWN')).toBe(false);
});

test('a case that ended otherwise has nothing ahead of it', () => {
  const line = stageLine(kinds.loan.stages, 'WITHDRAWN', [
    { at: '2030-01-01T00:00:00.000Z', by: 'system', what: 'Offer' },
  ]);
  expect(line.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
    'ENROLMENT done',
    'OFFER done',
    'WITHDRAWN exit',
  ]);
});

test('nothing that is asked for by GET is a write', () => {
  const acting = Object.values(routes as Record<string, Route>).filter(
    ({ method, writes }) => method === 'GET' && writes,
  );
  expect(acting).toEqual([]);
});

test('a statement has the instalments in order of their days, what is owed of each, and the sums', () => {
  const { instalments, total } = statementLines([
    { dueOn: '2026-02-28', totalDueKobo: 300, paidKobo: 100, status: 'PARTIAL' },
    { dueOn: '2026-01-31', totalDueKobo: 200, paidKobo: 200, status: 'PAID' },
    { dueOn: '2026-03-31', totalDueKobo: 400, paidKobo: 0, status: 'UNPAID' },
  ]);
  expect(instalments.map(({ number, dueOn, owedKobo }) => [number, dueOn, owedKobo])).toEqual([
    [1, '2026-01-31', 0],
    [2, '2026-02-28', 200],
    [3, '2026-03-31', 400],
  ]);
  expect(total).toEqual({ dueKobo: 900, paidKobo: 300, owedKobo: 600 });
});

test.each([
  ['kept, once all is seen as paid by its day', '2026-02-10', 'KEPT'],
  ['kept, where the loan looks three days later', '2026-02-13', 'KEPT'],
  ['kept, however much later somebody asks', '2026-02-10', 'KEPT', '2026-04-01'],
  ['broken for good, where all is paid weeks later', '2026-03-02', 'BROKEN', '2026-03-03'],
  ['open until its day has passed', null, 'OPEN', '2026-02-10'],
  ['broken on the day after', null, 'BROKEN', '2026-02-11'],
])('a promise to pay is %s', (_what, promiseMetOn, promise, today = '2026-02-13') => {
  const facts = { promisedOn: '2026-02-10', promiseMetOn };
  const loan = { reference: 'LN-1', names: {}, snapshot: { facts, stage: 'ARREARS', stageTitle: 'Arrears' } };
  expect(repaymentRowOf(loan as unknown as ListedCase, today).promise).toBe(promise);
});

test('a loan that nothing has woken since it came into arrears is as many days late as there are', () => {
  const facts = { overdueSince: '2026-01-31' };
  const loan = { reference: 'LN-1', names: {}, snapshot: { facts, stage: 'ARREARS', stageTitle: 'Arrears' } };
  expect(repaymentRowOf(loan as unknown as ListedCase, '2026-04-12')).toMatchObject({
    daysPastDue: 71,
    bucket: 'DAYS_61_90',
  });
});

test('what is asked once for all who look is asked again after a failure, and once its time is over', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(1), Promise.resolve(2)];
  const ask = cachedFor(() => answers.shift()!, 60_000);
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(1);
  const brief = cachedFor(() => answers.shift()!, -1);
  expect(await brief()).toBe(2);
  expect(answers).toEqual([]);
});
