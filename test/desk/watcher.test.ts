import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { RouteContext } from '../../src/desk/route-context';
import { caseHandlers } from '../../src/desk/routes/case';
import { Watcher, type WatcherParts } from '../../src/desk/watcher/watcher';
import { CaseCopy } from '../../src/records/projection/list';
import { NamesKey } from '../../src/records/projection/names';
import { emptySummaries } from '../../src/records/projection/summary';
import { completeUpTo } from '../../src/records/projection/watcher-lease';
import { testRecords, type TestRecords } from '../support/records/database';
import { StubIndex } from '../support/desk/stub-index';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());
beforeEach(() => emptySummaries(records.pool));

const parts = (index: StubIndex) => ({
  client: index.client as unknown as Client,
  pool: records.pool,
  key: new NamesKey(randomBytes(32)),
  warn: () => undefined,
});

async function changedAt(reference: string): Promise<Date | undefined> {
  const { rows } = await records.pool.query<{ changed_at: Date }>(
    'SELECT changed_at FROM case_summary WHERE reference = $1',
    [reference],
  );
  return rows[0]?.changed_at;
}

/** Turns of a watcher, with a change before each. */
async function turnsOf(watcher: Watcher, ...between: (() => void)[]): Promise<void> {
  for (const change of between) {
    change();
    expect(await watcher.turn()).toBe(true);
  }
}

/** The page of a payout, by what a watcher has brought into the copy. */
function pageOf(reference: string, { client, pool, key }: ReturnType<typeof parts>) {
  const desk = {
    ...{ client, copy: new CaseCopy(pool, key), documents: { list: async () => [] }, webUi: undefined },
    ...{ audit: { decisions: async () => [], started: async () => undefined } },
    ...{ stepUp: {}, banks: { names: async () => new Map() } },
    payingAccounts: { terms: async () => ({ accounts: [] }) },
  };
  const call = {
    params: { kind: 'payout', reference },
    person: { subject: 'ada', name: 'Ada', roles: ['operator'], mayUse: [] },
  };
  return caseHandlers(desk as unknown as RouteContext).casePage(call as never);
}

const LONG_AGO = new Date(Date.now() - 3_600_000);

test('a case that has ended while the index called it running is read again once the index says so, however late', async () => {
  const index = new StubIndex(['PO-1']);
  const watcher = new Watcher({ ...parts(index), everythingEveryMs: 0 });
  const one = index.of('PO-1');
  await turnsOf(
    watcher,
    () => (one.hasEnded = true),
    () => (one.closedAt = LONG_AGO),
  );
  expect(index.asked).toEqual(['PO-1', 'PO-1']);
});

test('of a case that gave no answer, what the index says now counts, not what it said then', async () => {
  const index = new StubIndex(['PO-1']);
  const watcher = new Watcher(parts(index));
  const one = index.of('PO-1');
  const closedAt = new Date();
  await turnsOf(
    watcher,
    () => undefined,
    () => Object.assign(one, { changedAt: new Date(), isUnanswered: true }),
    () => Object.assign(one, { isUnanswered: false, hasEnded: true, closedAt }),
  );
  expect(await changedAt('PO-1')).toEqual(closedAt);
});

test('of a change the case is asked once, though the watcher looks back as far as the index may lag', async () => {
  const index = new StubIndex(['PO-1']);
  const watcher = new Watcher(parts(index));
  const change = () => (index.of('PO-1').changedAt = new Date());
  await turnsOf(watcher, nothing, change, nothing, nothing, change, nothing);
  expect(index.asked).toHaveLength(3);
});

test('a case that was given a command is read at once, also by a desk without the lease, though the index says nothing new', async () => {
  const index = new StubIndex(['PO-1', 'PO-2']);
  const ours = parts(index);
  await turnsOf(new Watcher(ours), nothing);
  index.asked.length = 0;
  index.of('PO-1').hasEnded = true;
  await new Watcher(ours).readNow('payout', 'PO-1');
  expect(index.asked).toEqual(['PO-1']);
  const stage = 'SUCCESS';
  expect(await new CaseCopy(ours.pool, ours.key).find('payout', 'PO-1')).toMatchObject({
    snapshot: { stage },
  });
});

test('while all cases are read anew, some in each turn, a change is read in the next turn', async () => {
  const references = Array.from({ length: 60 }, (_, place) => `PO-${place + 1}`);
  const index = new StubIndex(references);
  const watcher = new Watcher({ ...parts(index), everythingEveryMs: 0 });
  await turnsOf(watcher, () => undefined);
  const asked = async () => {
    index.asked.length = 0;
    index.of('PO-60').changedAt = new Date();
    await turnsOf(watcher, () => undefined);
    return index.asked;
  };
  const [first, second, third] = [[...(await asked())], [...(await asked())], [...(await asked())]];
  for (const turn of [first, second, third]) {
    expect(turn[0]).toBe('PO-60');
    expect(turn.length).toBeLessThanOrEqual(22);
  }
  expect(new Set([...first, ...second, ...third]).size).toBe(60);
});

test('where no worker answers, the page of a case shows what the desk knew before, with nothing to be done, and says so', async () => {
  const index = new StubIndex(['PO-1', 'PO-2']);
  const ours = parts(index);
  index.of('PO-2').isUnanswered = true;
  await turnsOf(new Watcher(ours), () => undefined);
  index.of('PO-1').isUnanswered = true;
  const began = Date.now();
  const page = await pageOf('PO-1', ours);
  expect(page).toMatchObject({ stage: 'PENDING', timeline: [], approvals: [], commands: [] });
  expect(page.unanswered).toBe('No worker seems to be running: start one.');
  expect(Date.parse(page.readAt)).toBeLessThanOrEqual(began);
  await expect(pageOf('PO-2', ours)).rejects.toThrow('No worker seems to be running');
});

/** What lists show of a payout, for an operator. */
async function needingMe({ pool, key }: ReturnType<typeof parts>) {
  const me = { subject: 'ada', roles: ['operator'] };
  const [row] = await new CaseCopy(pool, key).page({}, { name: 'person', me }, 'waiting', 10);
  return row?.snapshot;
}

const nothing = () => undefined;
const UNKNOWN =
  /^Its present state is unknown; last seen: PENDING, at .* WAT\. Look at the audit before you pay/;

test('a payout of which Temporal reports failing tasks, and which does not answer, needs attention in the lists as unknown, until it answers', async () => {
  const index = new StubIndex(['PO-1']);
  const ours = parts(index);
  const watcher = new Watcher({ ...ours, everythingEveryMs: 0 });
  const one = index.of('PO-1');
  const broken = { isUnanswered: true, problems: ['category=WorkflowTaskFailed', 'cause=Nondeterminism'] };
  await turnsOf(watcher, nothing, () => Object.assign(one, broken), nothing);
  expect(await needingMe(ours)).toMatchObject({
    stageTitle: 'Present state unknown',
    attention: { cause: expect.stringMatching(UNKNOWN), actions: [] },
    commands: [],
  });
  expect((await pageOf('PO-1', ours)).sentence).toMatch(UNKNOWN);
  await turnsOf(watcher, () => Object.assign(one, { isUnanswered: false, problems: [] }));
  expect(await needingMe(ours)).toBeUndefined();
});

test('a payout that gives no answer for seconds stays as it is in the lists; after two minutes it is unknown', async () => {
  const index = new StubIndex(['PO-1']);
  const ours = parts(index);
  let nowMs = 0;
  const watcher = new Watcher({ ...ours, everythingEveryMs: 0, monotonicMs: () => nowMs });
  const later = (ms: number) => () => void (nowMs += ms);
  await turnsOf(watcher, nothing, () => (index.of('PO-1').isUnanswered = true), later(90_000));
  expect(await needingMe(ours)).toBeUndefined();
  await turnsOf(watcher, later(31_000), nothing);
  expect(await needingMe(ours)).toMatchObject({ attention: { cause: expect.stringMatching(UNKNOWN) } });
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test.each([
  ['changed', 'the same desk', (one: Watcher) => one],
  [
    'changed',
    'another desk',
    (_: Watcher, ours: WatcherParts) => new Watcher({ ...ours, everythingEveryMs: 0 }),
  ],
  ['began', 'the same desk', (one: Watcher) => one],
])(
  'a program that follows the changes is told of a case whose worker was away when it %s, by %s',
  async (what, _, later) => {
    const index = new StubIndex(['PO-1', 'PO-2']);
    const ours = parts(index);
    const watcher = new Watcher({ ...ours, everythingEveryMs: 0 });
    const copy = new CaseCopy(records.pool, ours.key);
    const all = { name: 'all', me: { subject: '', roles: [] } } as const;
    const follow = (after: { changedAt: Date; kind: string; reference: string }, until: Date) =>
      copy.changes({}, all, after, until, 100);
    const began = { changedAt: ago(60), kind: '', reference: '' };
    await watcher.turn();
    if (what === 'began') await records.pool.query("DELETE FROM case_summary WHERE reference = 'PO-1'");
    // PO-1 is paid; its worker stops before the desk has asked, and is away for some turns.
    Object.assign(index.of('PO-1'), { changedAt: ago(30), hasEnded: true, isUnanswered: true });
    for (let turn = 0; turn < 6; turn++) await watcher.turn();
    // Meanwhile another case changes, and a program follows.
    await records.pool.query("UPDATE case_watch SET changes_to = now() - interval '20 seconds'");
    index.of('PO-2').changedAt = ago(10);
    await watcher.turn();
    const first = await follow(began, await completeUpTo(records.pool));
    expect(first.map(({ reference }) => reference)).toEqual(['PO-2']);
    // The worker is back: the desk reads PO-1.
    index.of('PO-1').isUnanswered = false;
    await records.pool.query('UPDATE case_watch SET holder = NULL, lease_until = NULL');
    const then = later(watcher, ours);
    for (let turn = 0; turn < 2; turn++) await then.turn();
    expect((await copy.find('payout', 'PO-1'))?.snapshot.stage).toBe('SUCCESS');
    const [last] = first.slice(-1);
    const further = await follow({ ...began, ...last! }, new Date());
    expect(further.map(({ reference }) => reference)).toEqual(['PO-1']);
  },
);
