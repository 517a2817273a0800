import { AuditReader } from '../../src/desk/audit-reader';
import { People } from '../../src/desk/login/people';
import { append } from '../../src/records/audit/append';
import { CaseCopy, type Dated, type Filter, type Place } from '../../src/records/projection/list';
import { loanWeeks, policiesInForce } from '../../src/records/projection/figures';
import * as summaries from '../../src/records/projection/summary';
import * as watch from '../../src/records/projection/watcher-lease';
import { newSeal } from '../support/desk/seal';
import { key, summary } from '../support/desk/summaries';
import { entry, newAuditKeys, testRecords, type TestRecords } from '../support/records/database';

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

const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute));
const START = { changedAt: new Date(0), kind: '', reference: '' };

test('a list in the order of changes tells each case, however many change while it is read, and none that may lack a neighbour', async () => {
  for (const [place, reference] of ['A', 'B', 'C', 'D'].entries())
    await write(summary(reference, { changedAt: at(Math.floor(place / 2)) }));
  const copy = new CaseCopy(records.pool, key);
  const told: string[] = [];
  let after: Place = START;
  const go = async (until: Date) => {
    const page = await copy.changes({}, { name: 'all', me }, after, until, 2);
    told.push(...page.map(({ reference }) => reference));
    after = page.at(-1) ?? after;
  };
  await go(at(1));
  // One that was told changes, one that is to come changes, and one is new; the last one may lack others before it.
  await write(summary('A', { changedAt: at(3) }));
  await write(summary('C', { changedAt: at(2) }));
  await write(summary('E', { changedAt: at(9) }));
  for (let pages = 0; pages < 3; pages++) await go(at(3));
  expect(told).toEqual(['A', 'B', 'D', 'C', 'A']);
  await go(at(9));
  expect(told.at(-1)).toBe('E');
});

test('the copy is complete up to a little before it was read, and not at all before it was read whole', async () => {
  const { pool } = records;
  expect((await watch.completeUpTo(pool)).getTime()).toBe(0);
  await watch.holdWatch(pool, 'one');
  await watch.noteChangesRead(pool, 'one', at(1));
  expect(await watch.completeUpTo(pool)).toEqual(new Date(at(1).getTime() - 5_000));
  await watch.releaseWatch(pool, 'one');
});

test('cases of a month are found by the day on which they began, ended, or were disbursed', async () => {
  const { snapshot } = summary('LN-1');
  await write(summary('LN-1', { startedAt: at(1), disbursedAt: at(3).toISOString() }));
  await write(summary('LN-2', { startedAt: at(2), since: at(5).toISOString() }));
  const ended = { ...snapshot, ended: true };
  await write(summary('LN-3', { startedAt: at(2), since: at(5).toISOString(), snapshot: ended }));
  const within = async (of: Dated, from: Date, to?: Date) =>
    (
      await new CaseCopy(records.pool, key).page(
        { span: { of, from, ...(to && { to }) } },
        { name: 'all', me },
        'reference',
        50,
      )
    ).map(({ reference }) => reference);
  expect(await within('started', at(2), at(3))).toEqual(['LN-2', 'LN-3']);
  expect(await within('started', at(1), at(2))).toEqual(['LN-1']);
  expect(await within('ended', at(5))).toEqual(['LN-3']);
  expect(await within('ended', at(4), at(5))).toEqual([]);
  expect(await within('disbursed', at(3), at(4))).toEqual(['LN-1']);
});

test('who has started a case is told by the audit', async () => {
  const started = (number: number, actor: string) => entry(number, { kind: 'start', actor });
  await append(records.pool, newAuditKeys(), { caseId: 'loan:LN-7', entries: [started(1, 'ada')] });
  await append(records.pool, newAuditKeys(), { caseId: 'loan:LN-8', entries: [started(1, 'musa')] });
  for (const reference of ['LN-7', 'LN-8', 'LN-9']) await write(summary(reference));
  expect(await found({ madeBy: 'ada' })).toEqual(['LN-7']);
});

const shows = (reference: string, facts: Record<string, number>) =>
  write(summary(reference, { snapshot: { ...summary(reference).snapshot, facts } }));
const weeks = async (of: number) =>
  (await loanWeeks(records.pool, of)).map(({ disbursedLoans, disbursedKobo, repaidKobo }) => [
    disbursedLoans,
    disbursedKobo,
    repaidKobo,
  ]);
/** As if so many days had passed since. */
const passed = (days: number) =>
  records.superuser.query(`UPDATE loan_day SET day = day - ${days} WHERE day > '-infinity'`);

test('what is disbursed and repaid counts once, in the week in which the desk saw it, also after the copy was made anew', async () => {
  await shows('LN-9', {});
  // Disbursed and partly repaid before the desk knew it.
  await shows('LN-OLD', { disbursedKobo: 700, repaidKobo: 50 });
  await shows('LN-9', { disbursedKobo: 1_000, repaidKobo: 0 });
  await shows('LN-9', { disbursedKobo: 1_000, repaidKobo: 100 });
  expect(await weeks(1)).toEqual([[1, 1_000, 100]]);
  await passed(7);
  await summaries.emptySummaries(records.pool);
  await shows('LN-9', { disbursedKobo: 1_000, repaidKobo: 100 });
  await shows('LN-OLD', { disbursedKobo: 700, repaidKobo: 50 });
  expect(await weeks(2)).toEqual([
    [1, 1_000, 100],
    [0, 0, 0],
  ]);
  await shows('LN-OLD', { disbursedKobo: 700, repaidKobo: 80 });
  await shows('LN-9', { disbursedKobo: 1_000, repaidKobo: 350 });
  // An answer that was overtaken takes nothing back.
  await shows('LN-9', { disbursedKobo: 1_000, repaidKobo: 200 });
  expect(await weeks(3)).toEqual([
    [0, 0, 0],
    [1, 1_000, 100],
    [0, 0, 280],
  ]);
});

test('what people have decided under a digest is told with its digest, newest first, whether a change made it void, and nothing else of the audit', async () => {
  const digest = 'd'.repeat(64);
  const decided = (number: number, what: string, detail: object) => entry(number, { what, detail });
  const entries = [
    decided(1, 'approve', { expectedDigest: digest, login: 'of a token' }),
    decided(2, 'approve', { note: 'erased since' }),
    decided(3, 'addNote', { expectedDigest: digest }),
    decided(4, 'rejectApproval', { expectedDigest: digest }),
    decided(5, 'amend', { accountNumber: 'ending in 0091' }),
    decided(6, 'approve', { expectedDigest: 'e'.repeat(64) }),
  ];
  await append(records.pool, records.keys, { caseId: 'payout:decided', entries, known: undefined });
  await append(records.pool, records.keys, { caseId: 'payout:another', entries, known: undefined });
  // As somebody writes it into the database who lacks the workers' keys.
  const madeUp = { caseId: 'payout:decided', entries: [decided(7, 'approve', { expectedDigest: digest })] };
  await append(records.pool, newAuditKeys(), madeUp);
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), records);
  const page = await audit.page({ case: 'payout:decided' }, 2);
  expect(page.entries.map(({ isForeign }) => isForeign)).toEqual([true, undefined]);
  const found = await audit.decisions(['payout:decided'], ['approve', 'rejectApproval']);
  expect(found).toMatchObject([
    { command: 'approve', digest: 'e'.repeat(64), isVoid: false },
    { command: 'rejectApproval', by: 'checker-1', role: 'approver', digest, freshLogin: false },
    { command: 'approve', digest, freshLogin: true, isVoid: true },
  ]);
});

test('an approval of a batch counts no more once rows were left out, and what was agreed to about single rows does', async () => {
  const digest = 'd'.repeat(64);
  const entries = ['confirmProposal', 'acceptRows', 'approve', 'excludeRows', 'approve'].map((what, at) =>
    entry(at + 1, { what, detail: what.endsWith('Rows') ? { rows: '3' } : { expectedDigest: digest } }),
  );
  await append(records.pool, records.keys, { caseId: 'batch:decided', entries, known: undefined });
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), records);
  const found = await audit.decisions(['payout:of-it', 'batch:decided'], ['approve', 'confirmProposal']);
  expect(found.map(({ command, isVoid }) => [command, isVoid])).toEqual([
    ['approve', false],
    ['approve', true],
    ['confirmProposal', false],
  ]);
});

test('the rejection of a case is told among its decisions, although it names no digest', async () => {
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), records);
  const caseId = 'payout:rejected';
  const entries = [entry(1, { what: 'approve', detail: { expectedDigest: 'd'.repeat(64) } })];
  const rejected = entry(2, { what: 'reject', detail: { reason: 'DUPLICATE' } });
  await append(records.pool, records.keys, { caseId, entries: [...entries, rejected], known: undefined });
  const found = await audit.decisions([caseId], ['approve', 'reject']);
  expect(found.map(({ command }) => command)).toEqual(['reject', 'approve']);
});

test('what people agreed to beside an approval took effect, whatever was changed afterwards', async () => {
  const audit = new AuditReader(records.pool, new People(records.pool, newSeal()), records);
  const caseId = 'payout:consents';
  const consents = ['confirmProposal', 'confirmProposal'];
  const entries = [...consents, 'amend', 'amend'].map((what, at) =>
    entry(at + 1, { what, detail: { expectedDigest: 'd'.repeat(64) } }),
  );
  await append(records.pool, records.keys, { caseId, entries, known: undefined });
  const found = await audit.decisions([caseId], ['confirmProposal']);
  const told = found.filter(({ command }) => command === 'confirmProposal');
  expect(told.map(({ isVoid }) => isVoid)).toEqual([false, false]);
});

test('the policies that open cases follow are told, the one of most cases first', async () => {
  const following = (reference: string, policyVersion: number, ended = false) => {
    const { snapshot } = summary(reference);
    const facts = { policyVersion, policyDigest: `digest-${policyVersion}` };
    return write(summary(reference, { snapshot: { ...snapshot, ended, facts } }));
  };
  await following('PO-1', 1);
  await following('PO-2', 2);
  await following('PO-3', 2);
  await following('PO-4', 3, true);
  await write(summary('LN-1'));
  expect(await policiesInForce(records.pool)).toEqual([
    { version: '2', digest: 'digest-2', cases: 2 },
    { version: '1', digest: 'digest-1', cases: 1 },
  ]);
});
