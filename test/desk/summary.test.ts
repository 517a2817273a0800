import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { defaultDataConverter } from '@temporalio/common';
import { toPayloads } from '@temporalio/common/lib/converter/payload-converter';
import { summaryOf } from '../../src/desk/watcher/summary-of';
import { secondPerson } from '../../src/domain/case/agreement';
import { kinds, type Noun } from '../../src/domain/kinds';
import { NamesKey } from '../../src/records/projection/names';

const key = new NamesKey(randomBytes(32));
const AT = '2030-01-01T00:00:00.000Z';
const APPLIED = new Date('2029-11-01T00:00:00.000Z');

/** What lists know of a case that was started from an input and tells this of itself. */
function summarised(
  kind: Noun,
  input: object,
  told: object,
  repaid?: { schedule: object[]; repayment: string },
  status = repaid ? 'COMPLETED' : 'RUNNING',
  numbers: object = {},
  results: object[] = [],
) {
  const snapshot = { ...{ reference: 'X-1', stage: 'S', stageTitle: 'S', since: AT, ended: false }, ...told };
  const payloads = toPayloads(defaultDataConverter.payloadConverter, input);
  const started = { workflowExecutionStartedEventAttributes: { input: { payloads } } };
  const client = {
    options: { namespace: 'default', loadedDataConverter: defaultDataConverter },
    workflow: {
      getHandle: (workflowId: string) => ({
        describe: () =>
          Promise.resolve({ workflowId, status: { name: status }, raw: {}, startTime: APPLIED }),
        result: () => Promise.resolve({ repaymentWorkflowId: repaid?.repayment }),
        query: ({ name }: { name: string }) =>
          Promise.resolve(
            name === 'schedule'
              ? repaid?.schedule
              : name === 'rows'
                ? results
                : name === 'identityNumbers'
                  ? numbers
                  : { facts: {}, checklist: [], commands: [], timeline: [], ...snapshot },
          ),
      }),
    },
    workflowService: {
      getWorkflowExecutionHistory: () => Promise.resolve({ history: { events: [started] } }),
    },
    withDeadline: <R>(_until: number, ask: () => Promise<R>) => ask(),
  };
  const found = {
    ...{
      kind,
      resource: kinds[kind],
      reference: 'X-1',
      workflowId: repaid?.repayment ?? `${kind}:X-1`,
      batch: undefined,
    },
    ...{ needsAttention: false, startedAt: new Date(AT), changedAt: new Date(AT), indexed: '' },
  };
  return summaryOf(client as unknown as Client, found, key);
}

const customer = {
  ...{ reference: 'CU-1', firstName: 'Ngozi', lastName: 'Okafor', email: 'ngozi@example.com' },
  ...{ phone: '+2348031234567', bvn: '22100000001', nin: '33000002001' },
};

test('a loan is found by phone, e-mail, BVN, NIN and accounts of its borrower whole, and none of them stands readable', async () => {
  const bankStatement = { accountNumber: '0123456789', phone: '08099999999', sortCode: '901' };
  const summary = await summarised('loan', { reference: 'X-1', customer, bankStatement }, {});
  for (const text of ['0803 123 4567', 'NGOZI@example.com', '22100000001', '33000002001', '0123456789'])
    expect(summary.words).toContain(key.wholeOf(text));
  expect(JSON.stringify(summary)).not.toMatch(/ngozi|8031234567|22100000001|33000002001|0123456789/i);
});

test('a loan whose BVN was corrected is found by the new one, and not by the wrong one', async () => {
  const input = { reference: 'X-1', customer };
  const { words } = await summarised('loan', input, {}, undefined, 'RUNNING', { bvn: '22100000009' });
  for (const text of ['22100000009', '33000002001']) expect(words).toContain(key.wholeOf(text));
  expect(words).not.toContain(key.wholeOf('22100000001'));
});

test('a batch is found by name, account, amount and reference of each of its rows, and none of them stands readable', async () => {
  const row = { ...{ bankCode: '901', bankName: 'A Bank', accountNumber: '0123456789' }, remark: 'May' };
  const payouts = [
    { ...row, reference: 'SAL-1', accountName: 'Ngozi Okafor', amountKobo: 1_250_050 },
    { ...row, reference: 'SAL-2', accountName: 'Musa Bello', amountKobo: 900, accountNumber: '0123456780' },
  ];
  const summary = await summarised('batch', { reference: 'X-1', payouts }, {});
  const wanted = [
    ...key.searchFor('ngozi okaf 6789 bello'),
    key.amountOf(900),
    key.payeeOf('901:0123456780'),
    key.payeeOf('901:0123456780:900'),
  ];
  for (const word of [...wanted, key.wholeOf('0123456789'), key.wholeOf('SAL-2')])
    expect(summary.words).toContain(word);
  expect(new Set(summary.words).size).toBe(summary.words.length);
  expect(JSON.stringify(summary)).not.toMatch(/ngozi|bello|0123456789|SAL-2/i);
});

test('a batch that has ended is like another payment by the rows that were paid, or may be, and has paid only those', async () => {
  const statuses = ['SUCCESS', 'UNDECIDED', 'EXCLUDED', 'FAILED', 'REVERSED', 'CANCELLED', 'REFERENCE_USED'];
  const account = (place: number) => `012345678${place}`;
  const payouts = statuses.map((status, place) => ({
    ...{ bankCode: '901', bankName: 'A Bank', accountNumber: account(place), accountName: 'Musa Bello' },
    ...{ reference: `SAL-${status}`, amountKobo: 900, remark: 'May' },
  }));
  const results = statuses.map((status, place) => ({ row: place + 1, status }));
  const told = { ended: true, stage: 'DONE' };
  const { words } = await summarised('batch', { payouts }, told, undefined, 'COMPLETED', {}, results);
  const having = (word: (place: number) => string) =>
    statuses.filter((_, place) => words.includes(key.payeeOf(word(place))));
  expect(having((place) => `901:${account(place)}`)).toEqual(['SUCCESS']);
  expect(having((place) => `901:${account(place)}:900`)).toEqual(['SUCCESS', 'UNDECIDED']);
  for (const status of statuses) expect(words).toContain(key.wholeOf(`SAL-${status}`));
});

const waiting = (on: string) => ({ waiting: { for: 'X', about: 'x', on, toDo: '', since: AT } });

test.each([
  ['loan', waiting('borrower'), ['officer', 'supervisor']],
  ['payout', waiting('operator'), ['operator', 'supervisor']],
  ['payout', waiting('approver'), []],
  ['payout', waiting('bank'), []],
  ['payout', { attention: { cause: 'x', since: AT, actions: ['amend'] } }, ['operator', 'supervisor']],
  [
    'payout',
    {
      attention: { cause: 'x', since: AT, actions: ['confirmProposal', 'refuseProposal'] },
      proposals: [{ roles: ['operator', 'approver'] }],
    },
    ['operator', 'approver'],
  ],
  [
    'payout',
    { attention: { cause: 'x', since: AT, actions: [] } },
    ['officer', 'supervisor', 'operator', 'approver'],
  ],
] as const)('a %s that waits as in %j is for the roles %j', async (kind, told, roles) => {
  expect((await summarised(kind, {}, told)).forRoles).toEqual(roles);
});

test('a case whose start no worker has taken is none that is open or waits for a person', async () => {
  const failed = await summarised('payout', {}, waiting('operator'), undefined, 'FAILED');
  expect(failed).toMatchObject({ snapshot: { ended: true }, needsPerson: false, forRoles: [] });
});

test('a case of whose wait a reminder came waits since the wait began, and one with another problem since that arose', async () => {
  const wait = waiting('borrower');
  const since = '2030-01-06T00:00:00.000Z';
  const of = async (cause: string) =>
    (await summarised('loan', {}, { ...wait, attention: { cause, since, actions: [] } })).since;
  expect(await of('waiting for x since 2030-01-01 00:00 UTC; the bank said: no')).toBe(AT);
  expect(await of('the account was refused')).toBe(since);
});

test('a reconciliation is listed with the sum of its differences', async () => {
  const told = { facts: { matched: 3, unmatched: 1, differenceKobo: 7_777_700 } };
  expect((await summarised('reconciliation', {}, told)).amountKobo).toBe(7_777_700);
});

test('a loan in repayment needs nobody before an instalment is overdue', async () => {
  const of = (stage: string) => summarised('loan', {}, { ...waiting('borrower'), stage });
  expect(await of('REPAYING')).toMatchObject({ needsPerson: false, forRoles: [] });
  expect(await of('ARREARS')).toMatchObject({ needsPerson: true, forRoles: ['officer', 'supervisor'] });
});

test('of a loan in repayment is kept what is unpaid and when it was applied for, with the clock of its case; phone and last note stand sealed', async () => {
  const schedule = [
    { dueOn: '2030-03-31', totalDueKobo: 500, paidKobo: 100, status: 'PARTIAL' },
    { dueOn: '2030-02-28', totalDueKobo: 500, paidKobo: 0, status: 'UNPAID' },
    { dueOn: '2030-01-31', totalDueKobo: 500, paidKobo: 500, status: 'PAID' },
  ];
  const agreed = secondPerson([]).confirmProposal.summary;
  const note = { at: AT, by: 'officer-1', what: 'Note', note: 'Pays on Friday' };
  const timeline = [
    ...[note, { at: AT, by: 'system', what: 'In arrears', note: 'late' }],
    { at: AT, by: 'supervisor supervisor-2', what: 'Refuse a proposed command', note: 'WRONG' },
    { at: AT, by: 'supervisor supervisor-2', what: `${agreed}: Charge`, note: 'amountKobo 5000000' },
  ];
  const clock = { rate: 2, anchor: { realAt: AT, businessAt: AT } };
  const summary = await summarised(
    'loan',
    { customer, clock },
    { timeline },
    { schedule, repayment: 'repayment:7' },
  );
  expect(summary.unpaid).toEqual({
    clock,
    instalments: [
      { dueOn: '2030-02-28', owedKobo: 500 },
      { dueOn: '2030-03-31', owedKobo: 400 },
    ],
  });
  expect(summary.startedAt).toEqual(APPLIED);
  expect(key.open('repayment:7', summary.sealed!)).toMatchObject({
    ...{ name: 'Ngozi Okafor', phone: customer.phone, lastNote: { at: AT, text: 'Pays on Friday' } },
  });
  const others = [{ ...note, what: 'Withdraw it', note: 'OTHER: paid in cash' }];
  const later = await summarised(
    'loan',
    { customer, clock },
    { timeline: others },
    { schedule, repayment: 'repayment:7' },
  );
  expect(key.open('repayment:7', later.sealed!)).toMatchObject({ lastNote: { text: 'paid in cash' } });
  const call = { ...note, note: 'Call again on 4 Sept 2026' };
  const promised = { at: AT, by: 'system', what: 'The borrower promised to pay on 2030-01-09' };
  for (const [entries, lastCall] of [
    [[call, note], call.note],
    [[call, promised, note], promised.what],
  ] as const) {
    const called = await summarised(
      'loan',
      { customer },
      { timeline: entries },
      { schedule, repayment: 'repayment:7' },
    );
    expect(key.open('repayment:7', called.sealed!)).toMatchObject({
      lastCall,
      lastNote: { text: note.note },
    });
  }
  expect(JSON.stringify(summary)).not.toMatch(/friday|8031234567/i);
  expect((await summarised('loan', { customer }, { timeline })).unpaid).toBeUndefined();
});
