import { AuditReader } from '../../src/desk/audit-reader';
import { People } from '../../src/desk/login/people';
import { append } from '../../src/records/audit/append';
import { actBy, claims, personKey } from '../support/authority/acts';
import { newSeal } from '../support/desk/seal';
import { summary } from '../support/desk/summaries';
import { nextRevision, writeSummary } from '../../src/records/projection/summary';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

test('a command that two people gave together is told with who agreed, and what another person gives next is not', async () => {
  const told = [
    { kind: 'proposal', what: 'confirmName', actor: 'maker-1' },
    { kind: 'command', what: 'confirmProposal', actor: 'checker-1' },
    { kind: 'command', what: 'addNote', actor: 'maker-1' },
    { kind: 'command', what: 'confirmProposal', actor: 'checker-2' },
    { kind: 'command', what: 'confirmName', actor: 'maker-1' },
    { kind: 'command', what: 'confirmName', actor: 'maker-1' },
  ] as const;
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-W-2', known: undefined },
    entries: told.map((more, at) => ({ ...entry(at + 1), ...more })),
  });
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  for (const wanted of [{ case: 'PO-W-2' }, { case: 'PO-W-2', person: 'maker-1' }]) {
    const { entries } = await audit.page(wanted, 10);
    const agreed = entries.filter(({ agreedBy }) => agreedBy !== undefined);
    expect(agreed.map(({ sequence, agreedBy }) => [sequence, agreedBy])).toEqual([[5, 'checker-2']]);
  }
});

test('a repayment that its loan started under the act of the officer began by the system, and is no start of hers', async () => {
  const act = actBy(personKey().key, claims({ sub: 'officer-9', wf: 'loan:LN-9', act: 'start' }));
  const start = {
    ...entry(1),
    kind: 'start',
    what: 'start',
    actor: 'officer-9',
    role: 'officer',
    act,
  } as const;
  for (const caseId of ['loan:LN-9', 'repayment:bank-loan-9'])
    await append(records.pool, records.keys, { caseId, known: undefined, entries: [start] });
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  const { entries } = await audit.page({ person: 'officer-9' }, 10);
  expect(entries).toMatchObject([
    { title: 'Repayment began', under: 'loan:LN-9', signed: false },
    { title: 'Start of the loan', actor: 'officer-9', signed: true },
  ]);
  expect(entries[0]).not.toHaveProperty('actor');
  const { given } = await audit.given('officer-9', undefined);
  expect(given.map(({ deed }) => deed.case_id)).toEqual(['loan:LN-9']);
  expect(await audit.started('loan:LN-9')).toMatchObject({ by: 'officer officer-9' });
  expect(await audit.started('repayment:bank-loan-9')).toBeUndefined();
});

test("what a person does to a repayment is told with its loan, and a loan's own entries are not", async () => {
  const repayment = 'repayment:bank-loan-10';
  for (const caseId of ['loan:LN-10', repayment])
    await append(records.pool, records.keys, {
      ...{ caseId, known: undefined },
      entries: [{ ...entry(1), kind: 'command', what: 'addNote', actor: 'officer-10' }],
    });
  const copied = [summary('LN-10', { workflowId: repayment }), summary('LN-11')];
  for (const one of copied) await writeSummary(records.pool, one, await nextRevision(records.pool));
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  const { entries } = await audit.page({ person: 'officer-10' }, 10);
  expect(entries.map((one) => [one.case, one.under, one.actor])).toEqual([
    [repayment, 'loan:LN-10', 'officer-10'],
    ['loan:LN-10', undefined, 'officer-10'],
  ]);
});

test('a reference is found in any case of its letters, as the id of its case too', async () => {
  const [caseId, entries] = ['payout:PO-2026-DHKFGR', [{ ...entry(1), actor: 'maker-7' }]];
  await append(records.pool, records.keys, { caseId, known: undefined, entries });
  await writeSummary(records.pool, summary('PO-2026-DHKFGR', { kind: 'payout', workflowId: caseId }), 1);
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  for (const typed of ['po-2026-dhkfgr', 'Payout:PO-2026-dhkfgr', 'PO-2026-DHKFGR'])
    expect((await audit.page({ case: typed }, 10)).entries.map((one) => one.case)).toEqual([caseId]);
});

test('a payout that was taken up again after it was paid is told as reopened by the system, not as a second start', async () => {
  const what = 'reversedPayoutWorkflow';
  const {
    actor: _actor,
    requestId: _id,
    ...start
  } = { ...entry(1), kind: 'start' as const, what, act: 'e30.e30.x' };
  await append(records.pool, records.keys, { caseId: 'payout:PO-R', known: undefined, entries: [start] });
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  expect((await audit.page({ case: 'PO-R' }, 10)).entries).toMatchObject([
    { title: 'Reopened after it was paid: money may have come back', signed: false },
  ]);
});
