import { snapshotText, type CaseSnapshot } from '../../src/domain/case/snapshot';
import { isRegistered, requiredDocuments } from '../../src/domain/loan/documents';
import { monthsText, statementFrom } from '../../src/domain/loan/application';
import { nairaText } from '../../src/domain/money/amounts';
import { referenceIn, REFERENCE_PATTERN } from '../../src/domain/wire/references';
import { chargeReference, loanOfCharge } from '../../src/domain/repayment/charge';

test.each([
  [0, '₦0.00'],
  [1, '₦0.01'],
  [1_234_550, '₦12,345.50'],
  [100_000_000_000, '₦1,000,000,000.00'],
  [-250, '-₦2.50'],
])('%d kobo are shown as %s', (kobo, shown) => {
  expect(nairaText(kobo)).toBe(shown);
});

test('a period of one month is told in the singular', () => {
  expect([1, 2].map(monthsText)).toEqual(['1 month', '2 months']);
});

test.each<readonly [unknown, string]>([
  [{ reference: 'LN-1' }, 'LN-1'],
  [{ reference: 'a b' }, ''],
  [{ reference: '-a' }, ''],
  [{ reference: 'x'.repeat(61) }, ''],
  [{ reference: 7 }, ''],
  [null, ''],
  [undefined, ''],
  ['LN-1', ''],
])('a reference in %j is "%s"', (given, found) => {
  expect(referenceIn(given)).toBe(found);
});

test('a reference of a charge names the due date of its instalment, and is another for each attempt', () => {
  const dates = ['2026-12-21', '2027-01-21'];
  const all = dates.flatMap((dueOn) => [1, 2].map((attempt) => chargeReference('LN-1', dueOn, attempt)));
  expect(new Set(all).size).toBe(all.length);
  for (const reference of all) expect(reference).toMatch(REFERENCE_PATTERN);
  expect(all[0]).toBe('LN-1-d20261221-a1');
  expect(all.map(loanOfCharge)).toEqual(['LN-1', 'LN-1', 'LN-1', 'LN-1']);
});

test.each([
  ['LIMITED_LIABILITY', undefined, true],
  ['SOLE_PROPRIETORSHIP', true, false],
  [undefined, true, true],
  [undefined, false, false],
  [undefined, undefined, false],
])(
  'a business of type %s, registered %s, counts as registered: %s',
  (businessType, isRegisteredBusiness, expected) => {
    const business = { profile: { businessType }, structure: { isRegisteredBusiness } };
    expect(isRegistered(business)).toBe(expected);
    expect(requiredDocuments(business)).toHaveLength(expected ? 4 : 2);
  },
);

const snapshot: CaseSnapshot = {
  kind: 'loan',
  reference: 'LN-1',
  stage: 'BOARD_RESOLUTION',
  stageTitle: 'Board resolution',
  since: '2026-11-21T10:00:00.000Z',
  waiting: {
    for: 'BOARD_RESOLUTION',
    about: 'the board resolution',
    on: 'borrower',
    toDo: 'Get it from the borrower.',
    since: '2026-11-21T10:00:00.000Z',
    until: '2026-12-01T10:00:00.000Z',
  },
  attention: { cause: 'it takes long', since: '2026-11-26T10:00:00.000Z', actions: ['withdraw'] },
  checklist: [{ item: 'BOARD_RESOLUTION_DOC', status: 'rejected', reason: 'UNREADABLE' }],
  facts: {},
  commands: ['submitBoardResolution', 'withdraw'],
  timeline: Array.from({ length: 20 }, (_, n) => ({
    at: '2026-11-21T10:00:00.000Z',
    by: 'system',
    what: `step ${n}.`,
  })),
  ended: false,
};

test.each([
  '### Board resolution',
  'the board resolution (borrower), since 2026-11-21 10:00 UTC, until 2026-12-01 10:00 UTC',
  '**Needs attention** since 2026-11-26 10:00 UTC: it takes long',
  'BOARD\\_RESOLUTION\\_DOC: rejected (UNREADABLE)',
  'Commands now: submitBoardResolution, withdraw.',
  'step 19.',
])('the text of a case says: %s', (part) => {
  expect(snapshotText(snapshot)).toContain(part);
});

test('the text of a case shows the last of what happened, not all of it', () => {
  expect(snapshotText(snapshot)).not.toContain('step 11.');
});

test('what a correction of the bank statement leaves out stays as it was, unless the bank is another one', () => {
  const present = { sortCode: '901', accountNumber: '0123456780', phone: '08000000000' };
  expect(statementFrom(present, { sortCode: '901', phone: '08011111111' })).toEqual({
    ...present,
    phone: '08011111111',
  });
  expect(statementFrom(present, { sortCode: '902' })).toEqual({ sortCode: '902' });
});

test('of an ended case is short', () => {
  const { waiting: _waiting, attention: _attention, ...ended } = snapshot;
  const text = snapshotText({ ...ended, checklist: [], commands: [], timeline: [], ended: true });
  expect(text).toBe('### Board resolution');
});
