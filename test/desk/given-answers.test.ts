import { AuditReader } from '../../src/desk/audit-reader';
import { givenLately as givenReply } from '../../src/desk/contract/command-forms';
import { People } from '../../src/desk/login/people';
import type { RouteContext } from '../../src/desk/route-context';
import { givenHandlers } from '../../src/desk/routes/given';
import { WITHDRAW } from '../../src/domain/case/agreement';
import { payoutCommands } from '../../src/domain/payout/commands';
import { append } from '../../src/records/audit/append';
import { newSeal } from '../support/desk/seal';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
let audit: AuditReader;
beforeAll(async () => {
  records = await testRecords();
  audit = new AuditReader(records.pool, new People(records.pool, newSeal()), undefined);
});
afterAll(() => records.close());

type Happened = readonly [actor: string, what: string, more?: object];

let cases = 0;

/** What a person is told of their deeds in one case, oldest first, whose copy has this snapshot. */
async function deedsOf(subject: string, happened: readonly Happened[], snapshot: object = {}) {
  const caseId = `payout:PO-G-${++cases}`;
  const entries = happened.map(([actor, what, more], place) => ({
    ...entry(place + 1),
    ...{ actor: `${actor}-${cases}`, what, detail: {}, ...more },
  }));
  await append(records.pool, records.keys, { caseId, entries, known: undefined });
  const listed = { workflowId: caseId, names: {}, snapshot: { facts: {}, ...snapshot } };
  const copy = { ofWorkflows: () => Promise.resolve([listed]) };
  const handlers = givenHandlers({ audit, copy } as unknown as RouteContext);
  const person = { subject: `${subject}-${cases}` };
  const { deeds } = givenReply.parse(await handlers.givenLately({ query: {}, person } as never));
  return deeds.toSorted((one, other) => one.at.localeCompare(other.at));
}

const told = async (...happened: Parameters<typeof deedsOf>) =>
  (await deedsOf(...happened)).map(({ state, by }) => [state, by?.replace(/-\d+$/, '')]);

const summaries = async (...happened: Parameters<typeof deedsOf>) =>
  (await deedsOf(...happened)).map(({ summary }) => summary);

const start: Happened = ['ann', 'payout', { kind: 'start' }];
const propose = (what: string, digest = 'a'): Happened => [
  'ann',
  what,
  { kind: 'proposal', detail: { proposed: digest.repeat(64) } },
];
const answer = (actor: string, what: string, digest = 'a'): Happened => [
  actor,
  what,
  { detail: { expectedDigest: digest.repeat(64) } },
];

test('a payout that one of two approved and another person then rejected is rejected', async () => {
  const happened: Happened[] = [start, ['ben', 'approve'], ['cy', 'reject']];
  expect(await told('ann', happened)).toEqual([['rejected', 'cy']]);
  expect(await told('ben', happened)).toEqual([['rejected', 'cy']]);
  const spent: Happened[] = [start, ['ben', 'approve'], ['ann', 'amend'], ['cy', 'reject']];
  expect((await told('ben', spent))[0]?.[0]).not.toBe('rejected');
});

test('a payout that one of two approved and that was then cancelled was approved by nobody', async () => {
  const happened: Happened[] = [start, ['ben', 'approve'], ['ann', 'cancel']];
  const cancelled = { facts: { approvals: '1 of 2' }, stage: 'CANCELLED', ended: true };
  const [made] = await told('ann', happened, cancelled);
  expect(made).toEqual(['accepted', undefined]);
  const [whole] = await told('ann', happened, { facts: { approvals: '1 of 1' } });
  expect(whole).toEqual(['approved', 'ben']);
});

test('an approval that a change made void is no answer, whoever approves afterwards is', async () => {
  const happened: Happened[] = [start, ['ben', 'approve'], ['cy', 'amend'], ['dan', 'approve']];
  expect(await told('ann', happened)).toEqual([['approved', 'dan']]);
  expect(await told('ben', happened)).toEqual([['lapsed', undefined]]);
  expect(await told('dan', happened)).toEqual([['accepted', undefined]]);
  const again = { approval: { approvers: [] } };
  expect(await told('ann', happened.slice(0, 3), again)).toEqual([['waiting', undefined]]);
  expect(await told('cy', happened.slice(0, 3), again)).toEqual([['accepted', undefined]]);
});

test('a change that is only proposed makes no approval void', async () => {
  const happened: Happened[] = [start, ['ben', 'approve'], ['cy', 'amend', { kind: 'proposal' }]];
  expect(await told('ann', happened)).toEqual([['approved', 'ben']]);
  expect(await told('ben', happened)).toEqual([['accepted', undefined]]);
});

test('rows that were left out of a batch make its approvals void', async () => {
  const happened: Happened[] = [start, ['ben', 'approve'], ['cy', 'excludeRows']];
  expect(await told('ann', [...happened, ['dan', 'approve']])).toEqual([['approved', 'dan']]);
  expect(await told('ben', happened)).toEqual([['lapsed', undefined]]);
});

const change = (detail: object, actor = 'ann'): Happened => [actor, 'amend', { detail }];

test('a change that a later one of the same field replaced was approved by nobody, whoever approves the later one', async () => {
  const changes = [
    change({ amountKobo: 200_000_000, remark: 'Rent' }),
    change({ amountKobo: 100_000 }, 'cy'),
  ];
  const happened: Happened[] = [start, ...changes, ['ben', 'approve']];
  expect(await told('ann', happened)).toEqual([
    ['approved', 'ben'],
    ['lapsed', undefined],
  ]);
  expect(await told('cy', happened)).toEqual([['approved', 'ben']]);
  const [first, second] = changes;
  const seen: Happened[] = [start, first!, ['ben', 'approve'], second!, ['dan', 'approve']];
  expect(await told('ann', seen)).toEqual([
    ['approved', 'dan'],
    ['lapsed', undefined],
  ]);
});

test('of two changes of different fields each is approved with the payout', async () => {
  const changes = [change({ amountKobo: 100_000, note: 'Two' }), change({ remark: 'Rent', note: 'Words' })];
  expect(await told('ann', [...changes, ['ben', 'approve']])).toEqual([
    ['approved', 'ben'],
    ['approved', 'ben'],
  ]);
});

test('a change that is only proposed replaces none', async () => {
  const happened = [change({ amountKobo: 100_000 }), change({ amountKobo: 200_000 }, 'cy')] as const;
  const proposed: Happened = [happened[1][0], 'amend', { ...happened[1][2], kind: 'proposal' }];
  expect(await told('ann', [happened[0], proposed, ['ben', 'approve']])).toEqual([['approved', 'ben']]);
});

const { amend, confirmProposal, refuseProposal, retry } = payoutCommands;

test('an answer names the proposal of its digest, and a withdrawal is told as one, whatever others have proposed', async () => {
  const others: Happened = ['ben', 'amend', { kind: 'proposal', detail: { proposed: 'b'.repeat(64) } }];
  const happened = [others, propose('retry'), answer('ann', 'refuseProposal', 'b'), propose('amend', 'b')];
  const withdrawn = [...happened, answer('ann', 'refuseProposal', 'b'), answer('ann', 'refuseProposal')];
  expect(await summaries('ann', withdrawn)).toEqual([
    retry.summary,
    `${refuseProposal.summary}: ${amend.summary}`,
    amend.summary,
    `${WITHDRAW}: ${amend.summary}`,
    `${WITHDRAW}: ${retry.summary}`,
  ]);
  const agreed = [propose('retry'), propose('amend', 'b'), answer('ben', 'confirmProposal')];
  expect(await summaries('ben', agreed)).toEqual([`${confirmProposal.summary}: ${retry.summary}`]);
});

test('an answer to one of several proposals whose digests were not kept is told without its proposal', async () => {
  const own: Happened = ['ann', 'retry', { kind: 'proposal' }];
  const others: Happened = ['ben', 'amend', { kind: 'proposal' }];
  const refused: Happened = ['ann', 'refuseProposal'];
  expect(await summaries('ann', [own, refused])).toEqual([retry.summary, `${WITHDRAW}: ${retry.summary}`]);
  expect(await summaries('ann', [others, own, refused])).toEqual([retry.summary, refuseProposal.summary]);
});

test('a change of a payout is told with the sum, the account and the name that it changes', async () => {
  const changed = { amountKobo: 100_000, accountNumber: 'ending in 6702', accountName: 'given' };
  expect(await summaries('ann', [change(changed), change({ accountName: 'given' })])).toEqual([
    `${amend.summary}: the account ending in 6702: the expected name: ₦1,000.00`,
    `${amend.summary}: the expected name`,
  ]);
});

test('a proposal takes effect by the command that follows its approval, not by one of its name that needed nobody', async () => {
  const said: Happened = ['ann', 'resolveAttention'];
  const happened = [propose('resolveAttention'), said, answer('ben', 'confirmProposal'), said];
  expect(await told('ann', happened)).toEqual([
    ['approved', 'ben'],
    ['accepted', undefined],
  ]);
});

test('a proposal that one of two agreed to waits for the second, is rejected by that one, or takes effect', async () => {
  const happened = [propose('retry'), answer('ben', 'confirmProposal')];
  const open = { proposals: [{ command: 'retry', approvers: ['ben'] }] };
  expect(await told('ann', happened, open)).toEqual([['waiting', undefined]]);
  expect(await told('ann', happened)).toEqual([['lapsed', undefined]]);
  expect(await told('ann', [...happened, answer('cy', 'refuseProposal')])).toEqual([['rejected', 'cy']]);
  expect(await told('ann', [...happened, answer('cy', 'confirmProposal'), ['ann', 'retry']])).toEqual([
    ['approved', 'cy'],
  ]);
});

test('what somebody gave after the same had been rejected as a proposal is told, too', async () => {
  const happened: Happened[] = [propose('retry'), answer('ben', 'refuseProposal'), ['ann', 'retry']];
  expect(await told('ann', happened)).toEqual([
    ['rejected', 'ben'],
    ['accepted', undefined],
  ]);
});

test('each of two proposals of the same content has the answer that came before the next one', async () => {
  const agreed = [answer('ben', 'confirmProposal'), ['ann', 'retry'] as const];
  const refused = answer('cy', 'refuseProposal');
  const open = { proposals: [{ command: 'retry', approvers: [] }] };
  expect(await told('ann', [propose('retry'), ...agreed, propose('retry'), refused], open)).toEqual([
    ['approved', 'ben'],
    ['rejected', 'cy'],
  ]);
  expect(await told('ann', [propose('retry'), refused, propose('retry'), ...agreed])).toEqual([
    ['rejected', 'cy'],
    ['approved', 'ben'],
  ]);
  const half = [propose('retry'), answer('ben', 'confirmProposal'), propose('retry', 'b')];
  expect(await told('ann', half, open)).toEqual([
    ['lapsed', undefined],
    ['waiting', undefined],
  ]);
});

test('a start whose approval became void after an older page began is told once', async () => {
  const caseId = 'payout:PO-G-OLD';
  const person = { actor: 'eve' };
  await append(records.pool, records.keys, {
    ...{ caseId, known: undefined },
    entries: [{ ...entry(1), ...person, kind: 'start', what: 'payout' }, entry(2)],
  });
  const notes = Array.from({ length: 60 }, (_, place) => ({
    ...entry(place + 1),
    ...person,
    what: 'addNote',
  }));
  await append(records.pool, records.keys, { caseId: 'payout:PO-G-60', known: undefined, entries: notes });
  const last = await append(records.pool, records.keys, {
    ...{ caseId, known: undefined },
    entries: [{ ...entry(3), actor: 'cy', what: 'amend' }],
  });
  expect(last).toBeDefined();
  const first = await audit.given('eve', undefined);
  const rest = await audit.given('eve', first.next);
  const starts = [...first.given, ...rest.given].filter(({ deed }) => deed.kind === 'start');
  expect(starts).toMatchObject([{ answer: undefined }]);
});
