import fc from 'fast-check';
import { caseText, type CaseFile } from '../../src/domain/case-file';
import { isRegistered, requiredDocuments } from '../../src/domain/loan-documents';
import { nairaText } from '../../src/domain/money';
import { masked, seemsPersonal } from '../../src/domain/personal-data';
import { chargeReference, workflowIds } from '../../src/domain/references';
import { arrearsFrom, daysPastDue, dueAt, oldestUnpaid } from '../../src/domain/repayment-calendar';

test('a business is registered by its type, or else by what it says of itself', () => {
  const business = (businessType?: string, isRegisteredBusiness?: boolean) =>
    isRegistered({ profile: { businessType }, structure: { isRegisteredBusiness } });
  expect(business('LIMITED_LIABILITY', false)).toBe(true);
  expect(business('SOLE_PROPRIETORSHIP', true)).toBe(false);
  expect(business(undefined, true)).toBe(true);
  expect(business()).toBe(false);
});

test('a registered business hands in what a sole proprietor does, and its registration', () => {
  const of = (businessType: string) => requiredDocuments({ profile: { businessType }, structure: {} });
  expect(of('SOLE_PROPRIETORSHIP')).toEqual(['ID_CARD_DOCS', 'ADDRESS_VERIFICATION_DOC']);
  expect(of('PARTNERSHIP')).toEqual(
    expect.arrayContaining([...of('SOLE_PROPRIETORSHIP'), 'BUSINESS_REG_DOCS']),
  );
});

test('the oldest unpaid instalment is next, in whatever order the schedule comes', () => {
  const due = (dueOn: string, paidKobo: number) => ({ dueOn, totalDueKobo: 100, paidKobo, status: 'UNPAID' });
  const schedule = [due('2027-03-01', 0), due('2027-01-01', 100), due('2027-02-01', 40)];
  fc.assert(
    fc.property(fc.shuffledSubarray(schedule, { minLength: 3 }), (shuffled) => {
      expect(oldestUnpaid(shuffled)).toEqual({ number: 2, instalment: due('2027-02-01', 40) });
    }),
  );
  expect(oldestUnpaid([due('2027-01-01', 100)])).toBeUndefined();
});

test('arrears begin after the days of grace, and days are counted from the due date', () => {
  expect(arrearsFrom('2027-01-01', 2) - dueAt('2027-01-01')).toBe(2 * 86_400_000);
  expect(daysPastDue('2027-01-01', Date.parse('2027-01-04T23:00:00Z'))).toBe(3);
  expect(daysPastDue('2027-01-01', Date.parse('2026-12-24T00:00:00Z'))).toBe(0);
});

test('amounts are shown in naira', () => {
  expect(nairaText(1_234_550)).toBe('NGN 12,345.50');
});

test('numbers and addresses of people are seen and masked, references and amounts are not', () => {
  expect(masked('call +234 801 234 5678 or a.b@c.example')).toBe('call [number] or [e-mail]');
  expect(seemsPersonal('LN-2026-0001 over NGN 12,345.50 due on 2027-01-01')).toBe(false);
});

test('ids and references are made of references', () => {
  expect(workflowIds.loan('LN-1')).toBe('loan:LN-1');
  expect(chargeReference('LN-1', 3, 2)).toBe('LN-1-i3-a2');
});

test('the text of a case says what it waits for, since when, and what to do', () => {
  const file: CaseFile = {
    kind: 'loan',
    reference: 'LN-1',
    stage: 'OFFER',
    stageTitle: 'Offer',
    since: '2027-01-01T10:00:00.000Z',
    waiting: {
      for: 'OFFER_ANSWER',
      about: 'an answer to the offer',
      on: 'borrower',
      toDo: 'Ask the borrower.',
      since: '2027-01-01T10:00:00.000Z',
      until: '2027-02-01T10:00:00.000Z',
    },
    attention: { cause: 'it takes long', since: '2027-01-04T10:00:00.000Z', actions: ['acceptOffer'] },
    checklist: [{ item: 'ID_CARD_DOCS', status: 'rejected', reason: 'UNREADABLE' }],
    facts: {},
    commands: ['acceptOffer'],
    timeline: [{ at: '2027-01-01T10:00:00.000Z', by: 'system', what: 'Offer' }],
    ended: false,
  };
  const text = caseText(file);
  expect(text).toContain(
    'an answer to the offer (borrower), since 2027-01-01 10:00 UTC, until 2027-02-01 10:00 UTC',
  );
  expect(text).toContain('**What to do:** Ask the borrower.');
  expect(text).toContain('it takes long');
  expect(text).toContain('ID_CARD_DOCS: rejected (UNREADABLE)');
});
