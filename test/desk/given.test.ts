import { AuditReader } from '../../src/desk/audit-reader';
import { givenLately as givenReply } from '../../src/desk/contract/command-forms';
import { People } from '../../src/desk/login/people';
import { givenHandlers } from '../../src/desk/routes/given';
import type { RouteContext } from '../../src/desk/route-context';
import { payoutCommands } from '../../src/domain/payout/commands';
import { append } from '../../src/records/audit/append';
import { newSeal } from '../support/desk/seal';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => {
  records = await testRecords();
});
afterAll(() => records.close());

test('what a person gave is told with its note, its rows and the proposal that it answers', async () => {
  const maker = 'maker-21';
  await append(records.pool, records.keys, {
    ...{ caseId: 'batch:BA-R-1', known: undefined },
    entries: [
      { ...entry(1), what: 'excludeRows', actor: maker, detail: { rows: '3,5-7', reason: 'DUPLICATE' } },
      { ...entry(2), what: 'addNote', actor: maker, detail: { text: 'Called Ada' } },
    ],
  });
  const proposal = { kind: 'proposal', what: 'retry', detail: {} } as const;
  const answers = [
    ['PO-R-21', 'maker-22', 'confirmProposal'],
    ['PO-R-22', maker, 'refuseProposal'],
  ] as const;
  for (const [reference, by, what] of answers)
    await append(records.pool, records.keys, {
      ...{ caseId: `payout:${reference}`, known: undefined },
      entries: [
        { ...entry(1), ...proposal, actor: by },
        { ...entry(2), what, actor: maker, detail: {} },
      ],
    });
  const copy = { ofWorkflows: () => Promise.resolve([]), find: () => Promise.resolve(undefined) };
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const reply = await handlers.givenLately({ query: {}, person: { subject: maker } } as never);
  const { deeds } = givenReply.parse(reply);
  const of = (wanted: string) => deeds.filter(({ reference }) => reference === wanted);
  const { summary: retry } = payoutCommands.retry;
  const { summary: agree } = payoutCommands.confirmProposal;
  expect(of('BA-R-1')).toMatchObject([
    { ownReason: 'Called Ada' },
    { ownReason: 'DUPLICATE', summary: 'Leave rows out of the batch; voids approvals: rows 3,5-7' },
  ]);
  expect(of('PO-R-21')).toMatchObject([{ summary: `${agree}: ${retry}` }]);
  expect(of('PO-R-22').map(({ summary }) => summary)).toEqual([
    'Withdraw what I have proposed: it takes no effect',
    retry,
  ]);
});
