import { AuditReader } from '../../src/desk/audit-reader';
import { givenLately as givenReply } from '../../src/desk/contract/command-forms';
import { People } from '../../src/desk/login/people';
import { commandHandlers } from '../../src/desk/routes/commands';
import { givenHandlers } from '../../src/desk/routes/given';
import type { RouteContext } from '../../src/desk/route-context';
import { loanCommands } from '../../src/domain/loan/commands';
import { payoutCommands } from '../../src/domain/payout/commands';
import { append } from '../../src/records/audit/append';
import { newSeal } from '../support/desk/seal';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
let people: People;
beforeAll(async () => {
  records = await testRecords();
  people = new People(records.pool, newSeal());
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
  await append(records.pool, records.keys, {
    ...{ caseId: 'loan:LN-R-1', known: undefined },
    entries: [
      { ...entry(1), what: 'recordPromise', actor: maker, detail: { promisedOn: '2030-02-03' } },
      { ...entry(2), what: 'chargeNow', actor: maker, detail: { amountKobo: 1_000_050 } },
      {
        ...{ ...entry(3), what: 'returnToApplicant', actor: maker },
        detail: { reason: 'DOCUMENT_NEEDED', question: 'A clearer copy' },
      },
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
  const audit = new AuditReader(records.pool, people, undefined);
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
  const loan = of('LN-R-1').map(({ summary, ownReason }) => ownReason ?? summary.split(': ').at(-1));
  expect(loan).toEqual(['DOCUMENT_NEEDED: A clearer copy', '₦10,000.50', expect.stringMatching(/^3 Feb/)]);
  expect(of('PO-R-21')).toMatchObject([{ summary: `${agree}: ${retry}` }]);
  expect(of('PO-R-22').map(({ summary }) => summary)).toEqual([
    `Withdraw what I have proposed: it takes no effect: ${retry}`,
    retry,
  ]);
});

test('a proposal that its proposer replaced counts no more, whoever agreed to the later one', async () => {
  const maker = 'maker-31';
  const proposal = { kind: 'proposal', what: 'setDisbursementAccount', actor: maker } as const;
  await append(records.pool, records.keys, {
    ...{ caseId: 'loan:LN-R-31', known: undefined },
    entries: [
      { ...entry(1), ...proposal, detail: { accountNumber: 'ending in 6703' } },
      { ...entry(2), ...proposal, detail: { accountNumber: 'ending in 6702' } },
      { ...entry(3), what: 'confirmProposal', actor: 'supervisor-31', detail: {} },
      { ...entry(4), ...proposal, kind: 'command' },
    ],
  });
  const copy = { ofWorkflows: () => Promise.resolve([]), find: () => Promise.resolve(undefined) };
  const audit = new AuditReader(records.pool, people, undefined);
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const reply = await handlers.givenLately({ query: {}, person: { subject: maker } } as never);
  const told = givenReply.parse(reply).deeds.map(({ summary, state, by }) => [summary.slice(-27), state, by]);
  expect(told).toEqual(
    [
      ['the account ending in 6702', 'approved', 'supervisor-31'],
      ['the account ending in 6703', 'lapsed', undefined],
    ].map(([summary = '', ...rest]) => [` ${summary}`, ...rest]),
  );
});

test('a command that was sent after a login is told with the proposal that it answers', async () => {
  const digest = 'c'.repeat(64);
  await append(records.pool, records.keys, {
    ...{ caseId: 'loan:LN-R-33', known: undefined },
    entries: [
      {
        ...{ ...entry(1), kind: 'proposal', what: 'setDisbursementAccount', actor: 'maker-33' },
        detail: { accountNumber: 'ending in 6789', proposed: digest },
      },
    ],
  });
  const waiting = (expectedDigest: string) => ({
    ...{ kind: 'loan', reference: 'LN-R-33', command: 'confirmProposal', workflowId: 'loan:LN-R-33' },
    message: { expectedDigest },
  });
  const told = async (expectedDigest: string) => {
    const prepared = { find: () => Promise.resolve(waiting(expectedDigest)) };
    const parts = { prepared, audit: new AuditReader(records.pool, people, undefined) };
    const handlers = commandHandlers(parts as unknown as RouteContext);
    const asked = { params: { requestId: 'r-1' }, person: { subject: 'supervisor-33' } };
    return (await handlers.givenCommand(asked as never)).summary;
  };
  const { confirmProposal, setDisbursementAccount } = loanCommands;
  const account = `${setDisbursementAccount.summary}: the account ending in 6789`;
  expect(await told(digest)).toBe(`${confirmProposal.summary}: ${account}`);
  expect(await told('d'.repeat(64))).toBe(confirmProposal.summary);
});

test('an answer to another proposal of the case is none to this one', async () => {
  const maker = 'maker-32';
  const proposed = (what: string, digest: string) => ({
    ...{ kind: 'proposal', what, actor: maker },
    detail: { proposed: digest.repeat(64) },
  });
  const agreed = {
    what: 'confirmProposal',
    actor: 'supervisor-31',
    detail: { expectedDigest: 'a'.repeat(64) },
  };
  await append(records.pool, records.keys, {
    ...{ caseId: 'loan:LN-R-32', known: undefined },
    entries: [
      { ...entry(1), ...proposed('confirmAccountHolder', 'a') },
      { ...entry(2), ...proposed('setDisbursementAccount', 'b') },
      { ...entry(3), ...agreed },
      { ...entry(4), what: 'confirmAccountHolder', actor: maker },
    ] as never,
  });
  const copy = {
    ofWorkflows: () => Promise.resolve([]),
    find: () => Promise.resolve({ names: {}, snapshot: { facts: {} } }),
  };
  const audit = new AuditReader(records.pool, people, undefined);
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const reply = await handlers.givenLately({ query: {}, person: { subject: maker } } as never);
  const told = (reply as { deeds: { state: string; by?: string }[] }).deeds.map(({ state, by }) => [
    state,
    by,
  ]);
  expect(told).toEqual([
    ['approved', 'supervisor-31'],
    ['lapsed', undefined],
  ]);
});

test('who has started or proposed something sees of which borrower, who has approved or rejected it, and why, and no start that a case made by itself', async () => {
  const begun = (caseId: string, what: string, entries: readonly object[]) =>
    append(records.pool, records.keys, {
      ...{ caseId, known: undefined },
      entries: [
        { ...entry(1), what, actor: 'maker-9' },
        ...entries.map((more, at) => ({ ...entry(at + 2), ...more })),
      ],
    });
  const reject = { what: 'reject', actor: 'approver-9', detail: { reason: 'WRONG_AMOUNT' } };
  await begun('payout:PO-R-1', 'amend', [reject]);
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-R-2', known: undefined },
    entries: [{ ...entry(1), kind: 'start', actor: 'maker-10' }],
  });
  await begun('repayment:LN-R-1', 'addNote', [
    { kind: 'proposal', what: 'chargeNow', actor: 'maker-9' },
    { what: 'confirmProposal', actor: 'maker-9' },
  ]);
  const claims = { sub: 'maker-9', role: 'officer', wf: 'loan:LN-9', act: 'start', digest: 'd'.repeat(43) };
  const act = Buffer.from(JSON.stringify({ ...claims, jti: 'r-9', aud: 'test', iat: 1, exp: 2 }));
  await append(records.pool, records.keys, {
    ...{ caseId: 'repayment:LN-R-2', known: undefined },
    entries: [{ ...entry(1), kind: 'start', actor: 'maker-9', act: `e30.${act.toString('base64url')}.c2ln` }],
  });
  const listed = {
    workflowId: 'repayment:LN-R-1',
    reference: 'LN-9',
    names: { name: 'Ngozi Okafor' },
    snapshot: { facts: {}, stageTitle: 'In arrears', proposals: [{ command: 'chargeNow' }] as object[] },
  };
  const copy = {
    find: () => Promise.resolve(undefined),
    ofWorkflows: () => Promise.resolve([listed]),
  };
  const audit = new AuditReader(records.pool, people, undefined);
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const asked = async (maker = 'maker-9') =>
    givenReply.parse(await handlers.givenLately({ query: {}, person: { subject: maker } } as never)).deeds;
  const deeds = await asked();
  expect(deeds[2]).toMatchObject({ answeredAt: entry(2).at, ownReason: 'AS_ORDERED: the note 1' });
  expect(deeds.map(({ kind, reference, state, by, reason }) => [kind, reference, state, by, reason])).toEqual(
    [
      ['loan', 'LN-9', 'accepted', undefined, undefined],
      ['loan', 'LN-9', 'waiting', undefined, undefined],
      ['payout', 'PO-R-1', 'rejected', 'approver-9', 'WRONG_AMOUNT'],
      ['loan', 'LN-9', 'accepted', undefined, undefined],
    ],
  );
  expect(deeds[0]).toMatchObject({ name: 'Ngozi Okafor', stageTitle: 'In arrears' });
  const held = { heldBy: 'supervisor-9', heldFor: 'SUSPECTED_FRAUD' };
  const snapshot = { stageTitle: 'Approval', approval: {}, ended: false, facts: held } as object;
  const payout = { workflowId: 'payout:PO-R-2', reference: 'PO-R-2', names: {}, snapshot };
  copy.ofWorkflows = () => Promise.resolve([payout as typeof listed]);
  const by = { by: 'supervisor-9', why: 'SUSPECTED_FRAUD' };
  expect(await asked('maker-10')).toMatchObject([{ state: 'waiting', held: by }]);
  const cause = 'the bank refused it';
  payout.snapshot = { stageTitle: 'Sending', ended: false, facts: {}, attention: { cause } };
  expect(await asked('maker-10')).toMatchObject([{ state: 'accepted', attention: cause }]);
  copy.ofWorkflows = () => Promise.resolve([listed]);
  listed.snapshot.proposals = [];
  expect((await asked())[1]).toMatchObject({ state: 'lapsed' });
});

test('an approval waits for a second person only while the open approval counts it: a change made it void', async () => {
  const entries = [{ ...entry(1), what: 'approve', actor: 'approver-14' }];
  await append(records.pool, records.keys, { caseId: 'payout:PO-R-4', entries, known: undefined });
  const snapshot = { facts: {}, approval: { approvers: [] as string[] } };
  const copy = { ofWorkflows: () => Promise.resolve([{ workflowId: 'payout:PO-R-4', names: {}, snapshot }]) };
  const audit = new AuditReader(records.pool, people, undefined);
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const asked = { query: {}, person: { subject: 'approver-14' } } as never;
  expect(await handlers.givenLately(asked)).toMatchObject({ deeds: [{ state: 'lapsed' }] });
  snapshot.approval.approvers = ['Approver-14'];
  expect(await handlers.givenLately(asked)).toMatchObject({ deeds: [{ state: 'waiting' }] });
});

test('a proposal that its maker has taken back is told with that answer', async () => {
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-R-3', known: undefined },
    entries: [
      { ...entry(1), kind: 'proposal', what: 'amend', actor: 'maker-12' },
      { ...entry(2), what: 'refuseProposal', actor: 'maker-12' },
    ],
  });
  const { given } = await new AuditReader(records.pool, people, undefined).given('maker-12', undefined);
  expect(given.at(-1)).toMatchObject({ deed: { what: 'amend' }, answer: { actor: 'maker-12' } });
});

test('what somebody gave comes in pages, the newest first, each entry once', async () => {
  const entries = Array.from({ length: 60 }, (_, place) => ({
    ...entry(place + 1),
    ...{ what: `addNote${place}`, actor: 'maker-11' },
  }));
  await append(records.pool, records.keys, { caseId: 'payout:PO-P-1', entries, known: undefined });
  const audit = new AuditReader(records.pool, people, undefined);
  const told = ({ given }: Awaited<ReturnType<typeof audit.given>>) => given.map(({ deed }) => deed.what);
  const first = await audit.given('maker-11', undefined);
  const rest = await audit.given('maker-11', first.next);
  expect(rest.next).toBeUndefined();
  expect([...told(first), ...told(rest)]).toEqual(entries.map(({ what }) => what).toReversed());
});

test('a fresh rejection stands on top, however long ago its start was, and each entry stands once', async () => {
  const begun = (number: number) =>
    append(records.pool, records.keys, {
      ...{ caseId: `payout:PO-L-${number}`, known: undefined },
      entries: [{ ...entry(1), kind: 'start', actor: 'maker-13' }],
    });
  for (let number = 1; number <= 60; number++) await begun(number);
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-L-2', known: undefined },
    entries: [{ ...entry(2), what: 'reject', actor: 'approver-9' }],
  });
  const audit = new AuditReader(records.pool, people, undefined);
  const told = ({ given }: Awaited<ReturnType<typeof audit.given>>) => given.map(({ deed }) => deed.case_id);
  const first = await audit.given('maker-13', undefined);
  const rest = await audit.given('maker-13', first.next);
  expect(told(first).slice(0, 2)).toEqual(['payout:PO-L-2', 'payout:PO-L-60']);
  expect(first.given[0]?.answer).toMatchObject({ actor: 'approver-9' });
  expect(new Set([...told(first), ...told(rest)]).size).toBe(60);
  expect([told(first).length, told(rest).length]).toEqual([50, 10]);
  expect(rest.next).toBeUndefined();
});
