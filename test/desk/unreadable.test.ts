import { approvalList } from '../../src/desk/contract/approvals';
import { caseList, searchReply } from '../../src/desk/contract/case-list';
import { repaymentList } from '../../src/desk/contract/repayments';
import type { Person } from '../../src/desk/login/roles';
import type { RouteContext } from '../../src/desk/route-context';
import { approvalHandlers } from '../../src/desk/routes/approvals';
import { listHandlers } from '../../src/desk/routes/lists';
import { repaymentHandlers } from '../../src/desk/routes/repayments';

const AT = '2030-01-01T00:00:00.000Z';
const approval = {
  ...{ digest: 'd'.repeat(64), confirmations: '0 of 1', roles: ['approver'], makers: ['maker-1'] },
  approvers: [],
};

/** A case as the copy keeps it. */
const listed = (reference: string) => ({
  ...{ kind: 'loan', reference, workflowId: `loan:${reference}`, needsPerson: true, names: {} },
  snapshot: {
    ...{ reference, stage: 'REPAYING', stageTitle: 'In repayment', since: AT, ended: false },
    ...{ checklist: [], facts: {}, commands: ['approve'], approval },
  },
  ...{ since: new Date(AT), startedAt: new Date(AT), changedAt: new Date(AT), readAt: new Date(AT) },
});

/** Of two cases, one has a reference that no case may have, and one lacks most of itself. */
const kept = [listed('LN-1'), listed('LN 2'), { ...listed('LN-3'), snapshot: {} }];
const counts = { mine: 0, person: 3, approvals: 3, open: 3, ended: 3, all: 3 };
const parts = {
  copy: {
    page: () => Promise.resolve(kept),
    paidBefore: () => Promise.resolve(new Set()),
    alike: () => Promise.resolve([]),
    approvals: () => Promise.resolve({ listed: kept, total: 3, forMe: 0, forMeKobo: 0 }),
    counts: () => Promise.resolve(counts),
  },
  events: { freshness: () => Promise.resolve({ stale: false, revision: 1 }) },
  banks: { names: () => Promise.resolve(new Map()) },
  payingAccounts: { terms: () => Promise.resolve({ accounts: [], approvals: [] }) },
  stepUp: { isNeeded: () => false },
} as unknown as RouteContext;
const person: Person = { subject: 'officer-1', roles: ['officer'] } as unknown as Person;
const call = (query: object) => ({ query, person }) as never;
const told = [
  { kind: 'loan', reference: 'LN 2', why: expect.stringContaining('reference') as string },
  { kind: 'loan', reference: 'LN-3', why: expect.any(String) as string },
];

test('a case that cannot be shown takes no list away: the others are shown, and it is told with the reason', async () => {
  const cases = caseList.parse(
    await listHandlers(parts).cases(call({ tab: 'person', sort: 'waiting', page: 1, size: 50 })),
  );
  expect(cases.rows.map(({ reference }) => reference)).toEqual(['LN-1']);
  expect(cases.unreadable).toEqual(told);
  expect(cases.total).toBe(3);
});

test('the search finds the others too, and tells what it cannot show', async () => {
  const found = searchReply.parse(await listHandlers(parts).search(call({ q: 'LN' })));
  expect(found.cases.map(({ reference }) => reference)).toEqual(['LN-1', 'LN-1']);
  expect(found.unreadable).toEqual([...told, ...told]);
});

test('repayments tell what they cannot show beside the others, and approvals which cases do not answer', async () => {
  const approvals = approvalList.parse(await approvalHandlers(parts).approvals(call({ page: 1, size: 50 })));
  expect(approvals.unreadable.map(({ reference }) => reference)).toEqual(['LN-1', 'LN 2', 'LN-3']);
  const repayments = repaymentList.parse(await repaymentHandlers(parts).repayments(call({ due: 'all' })));
  expect(repayments.rows.map(({ reference }) => reference)).toEqual(['LN-1', 'LN-1']);
  expect(repayments.unreadable).toEqual([...told, ...told]);
});
