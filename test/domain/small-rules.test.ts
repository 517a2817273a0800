import { priorityOf } from '../../src/domain/priorities';
import fc from 'fast-check';
import { caseText, type CaseFile } from '../../src/domain/case-file';
import { isRegistered, requiredDocuments } from '../../src/domain/loan-documents';
import { nairaText } from '../../src/domain/money';
import { masked, seemsPersonal } from '../../src/domain/personal-data';
import { chargeReference, referenceIn, REFERENCE_PATTERN, workflowIds } from '../../src/domain/references';

test.each([
  [0, 'NGN 0.00'],
  [1, 'NGN 0.01'],
  [1_234_550, 'NGN 12,345.50'],
  [100_000_000_000, 'NGN 1,000,000,000.00'],
  [-250, 'NGN -2.50'],
])('%d kobo are shown as %s', (kobo, shown) => {
  expect(nairaText(kobo)).toBe(shown);
});

describe('personal data', () => {
  test.each([
    ['ada.obi@example.com', '[e-mail]'],
    ['write to <ada@example.co.uk>!', 'write to <[e-mail]>!'],
    ['call 0803 123 4567', 'call [number]'],
    ['call +234-803-123-4567', 'call [number]'],
    ['BVN 22123456789', 'BVN [number]'],
    ['account 0123456789 of', 'account [number] of'],
  ])('in "%s" is recognised and masked', (text, safe) => {
    expect(seemsPersonal(text)).toBe(true);
    expect(masked(text)).toBe(safe);
  });

  test.each(['12 of 2026', 'NGN 12,345.50', 'due on 2026-11-21', 'LN-000123', 'at home @ 9', '123456789'])(
    'is not seen in "%s"',
    (text) => {
      expect(seemsPersonal(text)).toBe(false);
      expect(masked(text)).toBe(text);
    },
  );

  test('is the same, however often a text is looked at', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(seemsPersonal(text)).toBe(seemsPersonal(text));
        expect(seemsPersonal(masked(text))).toBe(false);
      }),
    );
  });
});

describe('a reference', () => {
  test.each<readonly [unknown, string]>([
    [{ reference: 'LN-1' }, 'LN-1'],
    [{ reference: 'a b' }, ''],
    [{ reference: '-a' }, ''],
    [{ reference: 'x'.repeat(61) }, ''],
    [{ reference: 7 }, ''],
    [null, ''],
    [undefined, ''],
    ['LN-1', ''],
  ])('in %j is "%s"', (given, found) => {
    expect(referenceIn(given)).toBe(found);
  });

  test('leads to the workflow that carries the thing', () => {
    for (const [kind, id] of Object.entries(workflowIds)) expect(id('R-1')).toBe(`${kind}:R-1`);
  });

  test('of a charge is one of its own for each instalment and attempt, and always the same', () => {
    const all = [1, 2, 12].flatMap((n) => [1, 2].map((attempt) => chargeReference('LN-1', n, attempt)));
    expect(new Set(all).size).toBe(all.length);
    for (const reference of all) expect(reference).toMatch(REFERENCE_PATTERN);
    expect(chargeReference('LN-1', 12, 1)).toBe('LN-1-i12-a1');
  });
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

describe('the text of a case', () => {
  const file: CaseFile = {
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
    'BOARD_RESOLUTION_DOC: rejected (UNREADABLE)',
    'Commands now: submitBoardResolution, withdraw.',
    'step 19.',
  ])('says: %s', (part) => {
    expect(caseText(file)).toContain(part);
  });

  test('shows the last of what happened, not all of it', () => {
    expect(caseText(file)).not.toContain('step 11.');
  });

  test('of an ended case is short', () => {
    const { waiting: _waiting, attention: _attention, ...ended } = file;
    const text = caseText({ ...ended, checklist: [], commands: [], timeline: [], ended: true });
    expect(text).toBe('### Board resolution');
  });
});

describe('the priority of a call', () => {
  test.each([
    ['money', 'createPayout', 1],
    ['finding out what became of money', 'getPayoutStatus', 1],
    ['what a person waits for', 'acceptOffer', 2],
    ['another write', 'applyForLoan', 3],
    ['another read', 'listCustomers', 4],
  ])('of %s (%s) is %d', (_, name, expected) => {
    expect(priorityOf(name)).toBe(expected);
  });
});
