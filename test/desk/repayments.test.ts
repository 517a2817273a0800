import { repaymentList } from '../../src/desk/contract/repayments';
import type { RouteContext } from '../../src/desk/route-context';
import { repaymentHandlers } from '../../src/desk/routes/repayments';
import {
  bucketsOf,
  isWanted,
  overdueText,
  repaymentLine,
  repaymentRowOf,
} from '../../src/desk/views/repayments';
import { REAL_TIME } from '../../src/domain/time/clock';
import type { ListedCase } from '../../src/records/projection/list';

const NOON = 'T11:00:00Z';
const at = (day: string) => Date.parse(`${day}${NOON}`);

/** A loan with instalments of 1,000 naira at the ends of months, as the copy has it since the 13th of February. */
function listed({ facts = {}, ...more }: { facts?: object } & Partial<ListedCase> = {}): ListedCase {
  const due = ['2026-01-31', '2026-02-28', '2026-03-31'];
  return {
    ...{ kind: 'loan', reference: 'LN-1', names: {}, branch: 'ikeja', readAt: new Date(at('2026-02-13')) },
    snapshot: { stage: 'ARREARS', stageTitle: 'In arrears', assignee: 'officer-1', facts },
    unpaid: { clock: REAL_TIME, instalments: due.map((dueOn) => ({ dueOn, owedKobo: 100_000 })) },
    ...more,
  } as ListedCase;
}

test('a loan that nothing has woken since is as many days late as have passed, and owes overdue only what is past due', () => {
  expect(repaymentRowOf(listed(), at('2026-02-13'))).toMatchObject({
    ...{ daysPastDue: 13, bucket: 'DAYS_8_30', overdueKobo: 100_000, overdueSince: '2026-01-31' },
    ...{ nextDueOn: '2026-02-28', nextDueKobo: 100_000, branch: 'ikeja', assignee: 'officer-1' },
  });
  const read = { readAt: new Date(at('2026-04-12')) };
  expect(repaymentRowOf(listed(read), at('2026-04-12'))).toMatchObject({
    ...{ daysPastDue: 71, bucket: 'DAYS_61_90', overdueKobo: 300_000, nextDueOn: undefined },
  });
});

test('what came due just before midnight counts as due today until it is known as overdue', () => {
  const midnight = Date.parse('2026-01-31T23:00:00Z');
  const row = repaymentRowOf(listed({ readAt: new Date(midnight - 1_000) }), midnight + 5_000);
  expect(row).toMatchObject({ today: '2026-02-01', nextDueOn: '2026-01-31', daysPastDue: 0 });
  expect((['today', 'week', 'arrears'] as const).map((tab) => isWanted(row, tab))).toEqual([
    true,
    true,
    false,
  ]);
});

test('days late count by the clock of the case, which runs fast in a demonstration', () => {
  const anchor = { realAt: `2026-01-01${NOON}`, businessAt: `2026-01-01${NOON}` };
  const unpaid = { ...listed().unpaid!, clock: { rate: 86_400, anchor } };
  const nowMs = at('2026-01-01') + 45_000;
  expect(repaymentRowOf(listed({ unpaid, readAt: new Date(nowMs - 1_000) }), nowMs)).toMatchObject({
    ...{ today: '2026-02-15', daysPastDue: 15, overdueKobo: 100_000 },
  });
});

test.each([
  ['is not overdue on its due day', '2026-02-28T22:59:00Z', 100_000],
  ['may be paid for as long as the list takes to follow', '2026-02-28T23:00:10Z', 100_000],
  ['is overdue once its due day has passed in Lagos', '2026-02-28T23:00:20Z', 200_000],
])('an instalment that came due since the case was asked %s', (_when, now, overdueKobo) => {
  expect(repaymentRowOf(listed(), Date.parse(now)).overdueKobo).toBe(overdueKobo);
});

test('on a fast clock an instalment is overdue some hours after its due day, however long ago the case was asked', () => {
  const anchor = { realAt: `2026-01-01${NOON}`, businessAt: `2026-01-01${NOON}` };
  const unpaid = { ...listed().unpaid!, clock: { rate: 1_440, anchor } };
  const readAt = new Date(at('2026-01-01') + 57 * 60_000);
  // At noon of the 28th of February, and at one and at seven in the morning after.
  const shown = (minutes: number) =>
    repaymentRowOf(listed({ unpaid, readAt }), at('2026-01-01') + minutes * 60_000).overdueKobo;
  expect([58, 58 + 13 / 24, 58 + 19 / 24].map(shown)).toEqual([100_000, 100_000, 200_000]);
});

test.each([
  ['kept, once all is seen as paid by its day', '2026-02-10', 'KEPT'],
  ['kept, where the loan looks three days later', '2026-02-13', 'KEPT'],
  ['kept, however much later somebody asks', '2026-02-10', 'KEPT', '2026-04-01'],
  ['broken for good, where all is paid weeks later', '2026-03-02', 'BROKEN', '2026-03-03'],
  ['open until its day has passed', null, 'OPEN', '2026-02-10'],
  ['broken on the day after', null, 'BROKEN', '2026-02-11'],
])('a promise to pay is %s', (_what, promiseMetOn, promise, today = '2026-02-13') => {
  const loan = listed({ facts: { promisedOn: '2026-02-10', promiseMetOn } });
  expect(repaymentRowOf(loan, at(today)).promise).toBe(promise);
});

test.each([
  ['on the day of “call again”', { text: 'Call again on 4 Sept 2026' }, {}, true],
  [
    'not before it, even after a broken promise',
    { text: 'Call again on 5 Sept 2026' },
    { promisedOn: '2026-09-01' },
    false,
  ],
  ['on the day of a promise', { text: 'Called: no answer' }, { promisedOn: '2026-09-04' }, true],
  ['not before it', undefined, { promisedOn: '2026-09-05' }, false],
  ['not once it is kept', undefined, { promisedOn: '2026-09-01', promiseMetOn: '2026-09-01' }, false],
  ['not without promise or note', undefined, {}, false],
  [
    'also once another note was added',
    { text: 'Asked for a letter', lastCall: 'Call again on 4 Sept 2026' },
    {},
    true,
  ],
  [
    'not once the call came to something',
    { text: 'Call again on 4 Sept 2026', lastCall: 'Called: no answer' },
    {},
    false,
  ],
])('a loan is to be called %s', (_when, note, facts, isIt) => {
  const { lastCall, text = '' }: { readonly lastCall?: string; readonly text?: string } = note ?? {};
  const names = { lastCall, ...(note && { lastNote: { at: '2026-09-01T11:00:00Z', text } }) };
  expect(isWanted(repaymentRowOf(listed({ facts, names }), at('2026-09-04')), 'calls')).toBe(isIt);
});

test('the ages of arrears add up what is overdue beside what is outstanding', () => {
  const row = repaymentRowOf(listed({ facts: { outstandingKobo: 300_000 } }), at('2026-02-13'));
  const [, , days8to30] = bucketsOf([row, row]);
  expect(days8to30).toEqual({
    bucket: 'DAYS_8_30',
    loans: 2,
    overdueKobo: 200_000,
    outstandingKobo: 600_000,
  });
});

test('the list as a file has naira, days, and the last note with its day', () => {
  const names = {
    ...{ name: 'Ngozi Okafor', phone: '+2348031234567' },
    lastNote: { at: '2026-02-10T23:30:00Z', text: 'Called: no answer' },
  };
  const facts = { promisedOn: '2026-02-10', promiseMetOn: null };
  expect(repaymentLine(repaymentRowOf(listed({ names, facts }), at('2026-02-13')))).toMatchObject({
    ...{ name: 'Ngozi Okafor', phone: '+2348031234567', overdueNaira: '1000.00', daysLate: 13 },
    ...{ promisedOn: '2026-02-10', promise: 'not seen paid by then' },
    ...{ nextDueNaira: '1000.00', lastNoteOn: '2026-02-11', lastNote: 'Called: no answer' },
  });
});

test('the tabs go by the day of the case, and the loan that is unpaid for longest comes first', async () => {
  const nowMs = Date.now();
  const dayOf = (days: number) => new Date(nowMs + days * 86_400_000 + 3_600_000).toISOString().slice(0, 10);
  const loan = (reference: string, ...due: number[]) =>
    listed({
      reference,
      readAt: new Date(nowMs),
      unpaid: {
        clock: REAL_TIME,
        instalments: due.map((days) => ({ dueOn: dayOf(days), owedKobo: 100_000 })),
      },
    });
  const kept = [loan('LN-TODAY', 0), loan('LN-LATE', -20, 3), loan('LN-FAR', 40)];
  const parts = {
    copy: { page: ({ stage }: { stage: string }) => Promise.resolve(stage === 'ARREARS' ? kept : []) },
    events: { freshness: () => Promise.resolve({ stale: false, revision: 1 }) },
  } as unknown as RouteContext;
  const shown = async (due: string) =>
    repaymentList.parse(
      await repaymentHandlers(parts).repayments({
        query: { due },
        person: { subject: 'o', roles: [] },
      } as never),
    );
  const references = async (due: string) => (await shown(due)).rows.map(({ reference }) => reference);
  expect(await references('all')).toEqual(['LN-LATE', 'LN-TODAY', 'LN-FAR']);
  expect(await references('arrears')).toEqual(['LN-LATE']);
  expect(await references('today')).toEqual(['LN-TODAY']);
  expect(await references('week')).toEqual(['LN-LATE', 'LN-TODAY']);
  expect((await shown('all')).counts).toMatchObject({ all: 3, arrears: 1, today: 1, week: 2 });
});

test('what a loan has overdue is told in words; nothing of a loan that is in time', () => {
  const read = { readAt: new Date(at('2026-04-12')) };
  expect(overdueText(listed(read), at('2026-04-12'))).toBe(
    '₦3,000.00 is overdue, the oldest part since 31 Jan 2026',
  );
  expect(overdueText(listed({ readAt: new Date(at('2026-01-12')) }), at('2026-01-12'))).toBeUndefined();
});
