import { randomBytes } from 'node:crypto';
import { CaseCopy, type Filter } from '../../src/records/projection/list';
import { NamesKey } from '../../src/records/projection/names';
import * as summaries from '../../src/records/projection/summary';
import * as watch from '../../src/records/projection/watcher-lease';
import { key, summary } from '../support/desk/summaries';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());
beforeEach(() => summaries.emptySummaries(records.pool));

const write = async (one: summaries.CaseSummary) =>
  summaries.writeSummary(records.pool, one, await summaries.nextRevision(records.pool));
const me = { subject: 'me', roles: ['officer'] };
const found = async (filter: Filter) =>
  (await new CaseCopy(records.pool, key).page(filter, { name: 'open', me }, 'reference', 50)).map(
    ({ reference }) => reference,
  );

test('of two answers of a case, the answer to the later question stays', async () => {
  const [earlier, later] = [
    await summaries.nextRevision(records.pool),
    await summaries.nextRevision(records.pool),
  ];
  await summaries.writeSummary(records.pool, summary('LN-1', { amountKobo: 2 }), later);
  await summaries.writeSummary(records.pool, summary('LN-1', { amountKobo: 1 }), earlier);
  expect((await new CaseCopy(records.pool, key).find('loan', 'LN-1'))?.amountKobo).toBe(2);
});

test.each(['ngozi', 'NGOZI okafor', 'adey', 'Adéyemi', '6789', 'LN-1', 'ln-1'])(
  'a case is found by %j',
  async (q) => {
    await write(summary('LN-1'));
    await write(summary('XX-2', { words: key.indexOf(['Musa Bello', '1234']) }));
    expect(await found({ q })).toEqual(['LN-1']);
    expect(await found({ q: `${q} zzz` })).toEqual([]);
  },
);

test('a payee counts as paid before by a payout that was paid to the whole account, and none of the same batch', async () => {
  const payout = (reference: string, payee: string, stage: string, batch?: string) => {
    const { snapshot } = summary(reference);
    const words = [key.payeeOf(payee)];
    return write(summary(reference, { kind: 'payout', batch, words, snapshot: { ...snapshot, stage } }));
  };
  await payout('PO-1', '901:0123456781', 'SUCCESS');
  await payout('PO-2', '901:0123456782', 'FAILED');
  await payout('PO-3', '901:0123456783', 'SUCCESS', 'BT-1');
  const asked = ['901:0123456781', '901:0123456782', '901:0123456783', '902:0123456781'];
  const copy = new CaseCopy(records.pool, key);
  expect([...(await copy.paidBefore(asked, 'BT-1'))]).toEqual(['901:0123456781']);
  expect([...(await copy.paidBefore(asked, 'BT-2'))]).toEqual(['901:0123456781', '901:0123456783']);
});

test.each([
  ['danjuma', 'Ɗanjuma Ƙofa'],
  ['kofa', 'Ɗanjuma Ƙofa'],
  ['Ƴaya', 'Yaya Ɓala'],
  ['bala', 'Yaya Ɓala'],
  ['chukwuoma', 'Chukwuọma Ẹniọlá'],
  ['eniola', 'Chukwuọma Ẹniọlá'],
  ['yaradua', 'Yar’Adua'],
  ["yar'adua", 'Yar’Adua'],
])('%j finds %s: people write these letters as their keyboards have them', async (q, name) => {
  await write(summary('LN-1', { words: key.indexOf([name]) }));
  expect(await found({ q })).toEqual(['LN-1']);
});

test.each(['08031234567', '+234 803 123 4567', '2348031234567', 'Ngozi@Example.com', '0123456789'])(
  'a case is found by %j whole, and by no part of it',
  async (q) => {
    const words = key.indexOf([], ['+2348031234567', 'ngozi@example.com', '0123456789']);
    await write(summary('LN-1', { words, amountKobo: 1 }));
    await write(summary('LN-2', { words: key.indexOf([], ['08031234568']), amountKobo: 2 }));
    expect(await found({ q })).toEqual(['LN-1']);
    expect(await found({ q: q.slice(0, -1) })).toEqual([]);
  },
);

test.each(['12500.5', '₦12,500.50', 'NGN 12500.50'])(
  'a case is found by its amount, and a batch by that of a row: %s',
  async (q) => {
    await write(summary('LN-1', { amountKobo: 1_250_050 }));
    await write(summary('LN-2', { amountKobo: 1_250_000 }));
    await write(summary('BT-1', { amountKobo: 9, words: [key.amountOf(1_250_050)] }));
    await write(summary('BT-2', { amountKobo: 9, words: [key.amountOf(1_250_000)] }));
    expect(await found({ q })).toEqual(['BT-1', 'LN-1']);
  },
);

test('no name and no end of an account stands readable in the database', async () => {
  await write(summary('LN-1'));
  const { rows } = await records.superuser.query<{ row: string }>(
    'SELECT case_summary::text AS row FROM case_summary',
  );
  const text = rows.map(({ row }) => row).join();
  expect(text).not.toMatch(/ngozi|adeyemi|okafor|6789/i);
  expect((await new CaseCopy(records.pool, key).find('loan', 'LN-1'))?.names).toEqual({
    name: 'Ngozi Adeyemi-Okafor',
    accountEndsWith: '6789',
  });
});

test('what was sealed for one case opens for no other, and under no other key', () => {
  const sealed = key.seal('loan:A', { name: 'Ngozi' });
  expect(key.open('loan:A', sealed)).toEqual({ name: 'Ngozi' });
  expect(key.open('loan:B', sealed)).toBeUndefined();
  expect(new NamesKey(randomBytes(32)).open('loan:A', sealed)).toBeUndefined();
});

test.each(["'; DROP TABLE case_summary; --", '%', '_', '\\', '"', '$1'])(
  'the search text %j is a text and nothing else',
  async (q) => {
    await write(summary('LN-1'));
    expect(await found({ q })).toEqual([]);
    expect(await found({})).toEqual(['LN-1']);
  },
);

test('of the cases that need a person, those that are not approvals come first, each the longest wait first', async () => {
  const { snapshot } = summary('PO-1');
  const approval = {
    ...{ digest: 'd', roles: ['approver'], makers: [], approvers: [] },
    ...{ until: snapshot.since, confirmations: '0 of 1' },
  };
  const toApprove = { snapshot: { ...snapshot, approval }, since: '2029-01-01T00:00:00.000Z' };
  await write(summary('PO-1', toApprove));
  await write(summary('RC-2', { since: '2030-01-03T00:00:00.000Z' }));
  await write(summary('LN-3', { since: '2030-01-02T00:00:00.000Z' }));
  await write(summary('LN-4', { needsPerson: false, since: '2028-01-01T00:00:00.000Z' }));
  const listed = await new CaseCopy(records.pool, key).page({}, { name: 'open', me }, 'waiting', 50);
  expect(listed.map(({ reference }) => reference)).toEqual(['LN-3', 'RC-2', 'PO-1', 'LN-4']);
});

test('tabs count what they hold, by the same filters', async () => {
  const ended = summary('LN-4');
  await write(summary('LN-1', { snapshot: { ...ended.snapshot, assignee: 'me' } }));
  await write(summary('LN-2', { needsPerson: false }));
  await write(summary('LN-3', { branch: 'kano' }));
  await write({ ...ended, needsPerson: false, snapshot: { ...ended.snapshot, ended: true } });
  const copy = new CaseCopy(records.pool, key);
  expect(await copy.counts({}, me)).toEqual({ mine: 1, person: 2, approvals: 0, open: 3, ended: 1, all: 4 });
  expect(await copy.counts({ branch: 'kano' }, me)).toEqual({
    mine: 0,
    person: 1,
    approvals: 0,
    open: 1,
    ended: 0,
    all: 1,
  });
});

test('a case that needs attention waits on the roles that may give what it offers, any other on whom its wait names', async () => {
  const { snapshot } = summary('LN-1');
  const attention = { cause: 'x', since: snapshot.since, actions: ['release'] };
  const waiting = { for: 'TERMS', about: 'x', on: 'borrower', toDo: '', since: snapshot.since } as const;
  const forRoles = ['operator', 'supervisor'];
  await write(summary('PO-1', { forRoles, snapshot: { ...snapshot, waiting, attention } }));
  const { attention: _none, ...calm } = { ...snapshot, waiting };
  await write(summary('LN-1', { forRoles: ['officer', 'supervisor'], snapshot: calm }));
  const on = async (role: string) => found({ on: role });
  expect(await Promise.all(['operator', 'supervisor', 'officer', 'borrower'].map(on))).toEqual([
    ['PO-1'],
    ['PO-1'],
    [],
    ['LN-1'],
  ]);
});

/** A payout that waits for approvers, made by `maker-1`. */
const toApprove = (reference: string, more: Partial<summaries.CaseSummary> = {}, people: object = {}) => {
  const { snapshot } = summary(reference);
  const approval = { ...{ roles: ['approver'], makers: ['maker-1'], approvers: [] }, ...people };
  return summary(reference, {
    snapshot: { ...snapshot, commands: ['approve'], approval: approval as never },
    forRoles: [],
    ...more,
  });
};

test('approvals for me are those that my role, my branch and the policy let me give, and needs my role holds them', async () => {
  await write(toApprove('A'));
  await write(toApprove('B', {}, { makers: ['Approver -1'] }));
  await write(toApprove('C', {}, { approvers: ['approver-1'] }));
  await write(toApprove('D', {}, { roles: ['supervisor'] }));
  await write(toApprove('E', { branch: 'kano' }));
  await write(summary('F'));
  await write(summary('G', { branch: 'kano' }));
  const copy = new CaseCopy(records.pool, key);
  const told = async (roles: string[], subject: string, branch = 'ikeja') => {
    const { approvals, person } = await copy.counts({}, { subject, roles, branch });
    return [approvals, person];
  };
  expect(await told(['approver'], 'approver-1')).toEqual([1, 1]);
  expect(await told(['approver'], 'approver-2', 'kano')).toEqual([4, 4]);
  expect(await told(['officer'], 'officer-1')).toEqual([0, 1]);
  expect(await told(['approver'], 'maker-1', 'kano')).toEqual([1, 1]);
  expect(await told(['approver', 'supervisor'], 'approver-1')).toEqual([2, 2]);
});

test('what waits for me comes before what waits for others, however many those are, page by page', async () => {
  const others = Array.from({ length: 6 }, (_, place) => toApprove(`A-${place}`, {}, { makers: ['ada'] }));
  for (const one of others) await write(one);
  await write(toApprove('Z', { since: '2031-01-01T00:00:00.000Z' }));
  const copy = new CaseCopy(records.pool, key);
  const ada = { subject: 'ada', roles: ['approver'] };
  const pages = await Promise.all([0, 4].map((from) => copy.approvals(ada, { sort: 'waiting' }, 4, from)));
  expect(pages.map(({ listed }) => listed.map(({ reference }) => reference))).toEqual([
    ['Z', 'A-0', 'A-1', 'A-2'],
    ['A-3', 'A-4', 'A-5'],
  ]);
  expect(pages.map(({ total }) => total)).toEqual([7, 7]);
});

test('what waits for me is counted over all pages, and what is paid out summed, by kind and largest first where that is asked', async () => {
  await write(toApprove('A', { amountKobo: 100, kind: 'batch', workflowId: 'batch:A' }));
  await write(toApprove('B', { amountKobo: 300, kind: 'payout', workflowId: 'payout:B' }));
  await write(toApprove('C', { amountKobo: 200, since: '2031-01-01T00:00:00.000Z' }));
  await write(toApprove('D', { amountKobo: 900 }, { makers: ['ada'] }));
  const copy = new CaseCopy(records.pool, key);
  const ada = { subject: 'ada', roles: ['approver'] };
  const told = async (kind: string | undefined, sort: 'waiting' | 'amount') => {
    const { listed, ...counted } = await copy.approvals(ada, { kind, sort }, 3, 0);
    return [listed.map(({ reference }) => reference), counted];
  };
  const all = { total: 4, forMe: 3, forMeKobo: 400 };
  expect(await told(undefined, 'waiting')).toEqual([['A', 'B', 'C'], all]);
  expect(await told(undefined, 'amount')).toEqual([['B', 'C', 'A'], all]);
  expect(await told('loan', 'amount')).toEqual([['C', 'D'], { total: 2, forMe: 1, forMeKobo: 0 }]);
});

test('what waits for another person may be listed by when it lapses, a proposed command too', async () => {
  const until = (day: number) => `2030-02-0${day}T00:00:00.000Z`;
  const proposed = toApprove('B');
  const { approval, ...snapshot } = proposed.snapshot;
  const proposals = [4, 5].map((day) => ({ ...approval!, until: until(day) })) as never;
  await write(toApprove('A', {}, { until: until(3) }));
  await write({ ...proposed, snapshot: { ...snapshot, proposals } });
  await write(toApprove('C', { since: '2031-01-01T00:00:00.000Z' }, { until: until(2) }));
  const ada = { subject: 'ada', roles: ['approver'] };
  const { listed } = await new CaseCopy(records.pool, key).approvals(ada, { sort: 'lapse' }, 9, 0);
  expect(listed.map(({ reference }) => reference)).toEqual(['C', 'A', 'B']);
});

test('a whole tab is read without an end, in the order of its list', async () => {
  for (const reference of ['C', 'A', 'B']) await write(summary(reference));
  const all: string[] = [];
  for await (const { reference } of new CaseCopy(records.pool, key).all(
    {},
    { name: 'open', me },
    'reference',
  ))
    all.push(reference);
  expect(all).toEqual(['A', 'B', 'C']);
});

test('one watcher holds the lease; another takes it over once it was let go or has lapsed', async () => {
  const { pool, superuser } = records;
  expect(await watch.holdWatch(pool, 'one')).toBe(true);
  expect(await watch.holdWatch(pool, 'two')).toBe(false);
  expect(await watch.holdWatch(pool, 'one')).toBe(true);
  await watch.releaseWatch(pool, 'one');
  expect(await watch.holdWatch(pool, 'two')).toBe(true);
  await superuser.query("UPDATE case_watch SET lease_until = now() - interval '1 second'");
  expect(await watch.holdWatch(pool, 'one')).toBe(true);
});

test('an emptied copy says that it is not complete until everything was read again', async () => {
  const { pool } = records;
  const to = new Date('2030-01-01T00:00:00Z');
  await watch.holdWatch(pool, 'one');
  await watch.noteChangesRead(pool, 'one', to);
  expect(await watch.changesReadTo(pool)).toEqual(to);
  expect((await watch.watchState(pool)).completeAt).toBeInstanceOf(Date);
  await summaries.emptySummaries(pool);
  // A watcher that was amid a turn.
  await watch.noteChangesRead(pool, 'one', to);
  expect(await watch.changesReadTo(pool)).toBeUndefined();
  expect((await watch.watchState(pool)).completeAt).toBeUndefined();
});
